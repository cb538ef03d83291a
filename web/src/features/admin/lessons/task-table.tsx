import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { CELL, HEAD, Row, Table } from '../table.tsx';
import type { AdminTask } from './calls.ts';
import { DESK_ONLY, EditButton } from './cells.tsx';

/** What each homework slot asks for. */
export function TaskTable({
  tasks,
  onEdit,
}: {
  readonly tasks: readonly AdminTask[];
  readonly onEdit: (task: AdminTask) => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { language } = useFormats();
  return (
    <Table
      caption={t('lessons.tasksCaption')}
      head={
        <>
          <th scope="col" className={`${HEAD} w-12`}>
            {t('lessons.number')}
          </th>
          <th scope="col" className={HEAD}>
            {t('lessons.task')}
          </th>
          <th scope="col" className={`${HEAD} ${DESK_ONLY}`}>
            {t('lessons.taskText')}
          </th>
          <th scope="col" className={HEAD}>
            <span className="sr-only">{t('lessons.act')}</span>
          </th>
        </>
      }
    >
      {tasks.map((task) => (
        <Row key={task.number}>
          <td className={`${CELL} num text-ink-2`}>{task.number}</td>
          <th scope="row" className={`${CELL} font-semi desk:whitespace-nowrap`}>
            {task.title[language]}
          </th>
          <td className={`${CELL} ${DESK_ONLY} py-1.5 text-ink-2`}>
            <span className="line-clamp-2">{task.text[language]}</span>
          </td>
          <td className={`${CELL} text-right max-desk:py-1`}>
            <EditButton title={task.title[language]} onEdit={() => onEdit(task)} />
          </td>
        </Row>
      ))}
    </Table>
  );
}

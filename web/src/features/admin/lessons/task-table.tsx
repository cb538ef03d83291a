import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Table } from '../table.tsx';
import type { AdminTask } from './calls.ts';
import { DESK_ONLY, EditButton } from './cells.tsx';

/** Renders the table of the homework slots' tasks. */
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
      namedBy={1}
      rows={tasks}
      keyOf={({ number }) => number}
      columns={[
        {
          name: t('lessons.number'),
          place: 'w-12',
          look: 'num text-ink-2',
          cell: ({ number }) => number,
        },
        {
          name: t('lessons.task'),
          look: 'font-semi desk:whitespace-nowrap',
          cell: ({ title }) => title[language],
        },
        {
          name: t('lessons.taskText'),
          place: DESK_ONLY,
          look: 'py-1.5 text-ink-2',
          cell: ({ text }) => <span className="line-clamp-2">{text[language]}</span>,
        },
        {
          name: t('lessons.act'),
          hidden: true,
          look: 'text-right max-desk:py-1',
          cell: (task) => <EditButton title={task.title[language]} onEdit={() => onEdit(task)} />,
        },
      ]}
    />
  );
}

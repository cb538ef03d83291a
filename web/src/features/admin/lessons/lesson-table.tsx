import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { CELL, HEAD, Row, Table } from '../table.tsx';
import type { AdminLesson } from './calls.ts';
import { DESK_ONLY, EditButton, SourceCell, StateCell } from './cells.tsx';
import { formatLength } from './length.ts';

/** The eight lessons. */
export function LessonTable({
  lessons,
  onEdit,
}: {
  readonly lessons: readonly AdminLesson[];
  readonly onEdit: (lesson: AdminLesson) => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { language } = useFormats();
  return (
    <Table caption={t('lessons.caption')} head={<VideoHeads first={t('lessons.lesson')} />}>
      {lessons.map((lesson) => (
        <Row key={lesson.number}>
          <td className={`${CELL} num text-ink-2`}>{lesson.number}</td>
          <th scope="row" className={`${CELL} font-semi max-desk:py-1.5`}>
            {lesson.title[language]}
          </th>
          <SourceCell video={lesson.video} />
          <td className={`${CELL} ${DESK_ONLY} num text-right`}>
            {lesson.minutes === null ? '—' : formatLength(lesson.minutes)}
          </td>
          <StateCell video={lesson.video} />
          <td className={`${CELL} text-right max-desk:py-1`}>
            <EditButton title={lesson.title[language]} onEdit={() => onEdit(lesson)} />
          </td>
        </Row>
      ))}
    </Table>
  );
}

/** The heads of a table of videos. */
export function VideoHeads({ first }: { readonly first: string }) {
  const { t } = useTranslation('adminLearning');
  return (
    <>
      <th scope="col" className={`${HEAD} w-12`}>
        {t('lessons.number')}
      </th>
      <th scope="col" className={HEAD}>
        {first}
      </th>
      <th scope="col" className={`${HEAD} ${DESK_ONLY}`}>
        {t('lessons.video')}
      </th>
      <th scope="col" className={`${HEAD} ${DESK_ONLY} text-right`}>
        {t('lessons.length')}
      </th>
      <th scope="col" className={HEAD}>
        {t('lessons.state')}
      </th>
      <th scope="col" className={HEAD}>
        <span className="sr-only">{t('lessons.act')}</span>
      </th>
    </>
  );
}

import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { type Column, Table } from '../table.tsx';
import type { AdminLesson } from './calls.ts';
import { DESK_ONLY, EditButton, SourceCell, StateCell } from './cells.tsx';
import { formatLength } from './length.ts';

/** Renders the table of the eight lessons. */
export function LessonTable({
  lessons,
  onEdit,
}: {
  readonly lessons: readonly AdminLesson[];
  readonly onEdit: (lesson: AdminLesson) => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { language } = useFormats();
  const columns = useVideoColumns<AdminLesson>(t('lessons.lesson'), ({ number }) => number);
  return (
    <Table
      caption={t('lessons.caption')}
      namedBy={1}
      rows={lessons}
      keyOf={({ number }) => number}
      columns={[
        ...columns,
        {
          name: t('lessons.act'),
          hidden: true,
          look: 'text-right max-desk:py-1',
          cell: (lesson) => (
            <EditButton title={lesson.title[language]} onEdit={() => onEdit(lesson)} />
          ),
        },
      ]}
    />
  );
}

/** Returns the columns of a table of videos: number, title, source, length and state. */
export function useVideoColumns<V extends Pick<AdminLesson, 'title' | 'minutes' | 'video'>>(
  titleName: string,
  numberOf: (video: V) => number,
): readonly Column<V>[] {
  const { t } = useTranslation('adminLearning');
  const { language } = useFormats();
  return [
    { name: t('lessons.number'), place: 'w-12', look: 'num text-ink-2', cell: numberOf },
    {
      name: titleName,
      look: 'font-semi max-desk:py-1.5',
      cell: ({ title }) => title[language],
    },
    {
      name: t('lessons.video'),
      place: DESK_ONLY,
      look: 'max-w-80 text-ink-2',
      cell: ({ video }) => <SourceCell video={video} />,
    },
    {
      name: t('lessons.length'),
      right: true,
      place: DESK_ONLY,
      look: 'num',
      cell: ({ minutes }) => (minutes === null ? '—' : formatLength(minutes)),
    },
    { name: t('lessons.state'), cell: ({ video }) => <StateCell video={video} /> },
  ];
}

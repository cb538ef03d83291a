import { useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/panel.tsx';
import { StudentImage } from '../student-image.tsx';
import type { AdminHomework } from './calls.ts';
import { Assessment, HomeworkFrame, HomeworkText } from './parts.tsx';

/** Renders a reviewed submission as the student sees it. */
export function Reviewed({
  entry,
  onRenew,
}: {
  readonly entry: AdminHomework;
  readonly onRenew: () => void;
}) {
  const { t } = useTranslation('adminLearning');
  const { person, number, imageUrl, marks } = entry;
  const name = t('image.homework', { name: `${person.name} ${person.surname}`, number });
  return (
    <HomeworkFrame
      entry={entry}
      onRenew={onRenew}
      image={
        <StudentImage
          src={imageUrl}
          name={name}
          marks={marks}
          onFail={onRenew}
          className="rounded-t-none border-0"
        />
      }
    >
      <HomeworkText entry={entry} />
      <Panel title={t('homework.assessment')}>
        <div className="p-3">
          <Assessment {...entry} />
        </div>
      </Panel>
    </HomeworkFrame>
  );
}

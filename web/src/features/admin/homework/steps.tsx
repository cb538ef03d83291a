import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';

const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;
const SMALL = 'desk:size-7 disabled:opacity-40';

/**
 * Renders the position in a list that is shown one entry at a time, with the previous and the next step; a null step is
 * disabled.
 */
export function Steps({
  at,
  total,
  onPrevious,
  onNext,
}: {
  /** Position from 1; 0 for an empty list. */
  readonly at: number;
  readonly total: number;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}) {
  const { t } = useTranslation('adminLearning');
  const { count } = useFormats();
  const place = { at: count(at), total: count(total) };
  return (
    <div className="flex items-center gap-3">
      {at === 0 ? null : (
        <p aria-live="polite" className="lbl num">
          <span aria-hidden="true">{t('homework.position', place)}</span>
          <span className="sr-only">{t('homework.positionLabel', place)}</span>
        </p>
      )}
      <div className="inline-flex rounded-2 border border-line bg-s2 p-0.5">
        <IconButton
          label={t('homework.previous')}
          disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
          className={SMALL}
        >
          <ArrowLeft {...ICON} />
        </IconButton>
        <IconButton
          label={t('homework.next')}
          disabled={onNext === null}
          onClick={() => onNext?.()}
          className={SMALL}
        >
          <ArrowRight {...ICON} />
        </IconButton>
      </div>
    </div>
  );
}

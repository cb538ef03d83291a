import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ChanceMark, useSetCaption } from '../../ui/chance.tsx';
import type { ChanceSet } from '../../ui/chance-state.ts';
import { cx } from '../../ui/cx.ts';
import type { PanelState } from './panel-state.ts';
import type { TouchReply } from './replies.ts';

/**
 * Renders the caption of a set of chances: until when they count and of which close they are, or why there are none.
 * Nothing while they are loaded.
 */
export function ChanceLine({
  touch,
  set,
  nowMs,
  className,
}: {
  readonly touch: PanelState<TouchReply>;
  readonly set: ChanceSet | null;
  readonly nowMs: number;
  readonly className?: string;
}) {
  const { t } = useTranslation(['chance', 'words']);
  const captionOf = useSetCaption(nowMs);
  const line = cx('flex flex-wrap items-center gap-x-2 gap-y-0.5 text-12 text-ink-2', className);
  if (touch.status === 'error') {
    return (
      <p className={line}>
        {t('set.failed')}
        <Button variant="quiet" size="sm" onClick={touch.retry}>
          {t('words:retry')}
        </Button>
      </p>
    );
  }
  if (set === null) return null;
  return (
    <p className={line}>
      <span>{captionOf(set)}</span>
      <ChanceMark set={set} nowMs={nowMs} />
    </p>
  );
}

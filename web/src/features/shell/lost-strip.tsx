import { useConnection } from '../../api/connection.ts';
import { readKeptPriceMs } from '../../api/kept-market.ts';
import { useLiveState } from '../../api/live.ts';
import { useSession, useSessionTrouble } from '../../api/session.ts';
import { formatClock } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { STALE_AFTER_MS } from '../../ui/price-cell.ts';
import { useNow } from '../../ui/use-now.ts';

const HALF_DAY_MS = 12 * 3600_000;

/** Below the header while prices do not move any more: why, and of when they are. */
export function LostStrip() {
  const { t } = useTranslation('shell');
  const formats = useFormats();
  const connection = useConnection();
  const live = useLiveState();
  const nowMs = useNow();
  const trouble = useSessionTrouble();
  const asking = useSession().state === 'asking';
  const lostMs = live.lostMs ?? connection.lostMs;
  const late = lostMs !== null && nowMs - lostMs >= STALE_AFTER_MS;
  if (!late && !(asking && trouble)) return null;
  const lastMs = asking ? readKeptPriceMs() : lostMs;
  const time =
    lastMs === null
      ? null
      : nowMs - lastMs < HALF_DAY_MS
        ? formatClock(lastMs)
        : formats.moment(lastMs);
  const what = connection.offline || asking ? 'offline' : 'away';
  return (
    <p
      role="status"
      className="border-b border-warn-line bg-warn-bg px-6 py-2 leading-mid max-desk:px-3 print:hidden"
    >
      {time === null ? t(`live.${what}`) : t(`live.${what}Since`, { time })}
    </p>
  );
}

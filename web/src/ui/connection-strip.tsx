import { HOUR_MS, MINUTE_MS } from '@rasat/contract';
import { formatClock } from '../i18n/format.ts';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { useServerNow } from './use-now.ts';

const HALF_DAY_MS = 12 * HOUR_MS;

/** Shows below a header that prices do not update, why, and the time of the last prices. */
export function ConnectionStrip({
  lost,
}: {
  readonly lost: { readonly kind: 'offline' | 'away'; readonly lastMs: number | null } | null;
}) {
  const { t } = useTranslation('shell');
  const { moment } = useFormats();
  const nowMs = useServerNow(MINUTE_MS);
  if (lost === null) return null;
  const { kind, lastMs } = lost;
  const time =
    lastMs === null ? null : nowMs - lastMs < HALF_DAY_MS ? formatClock(lastMs) : moment(lastMs);
  return (
    <p
      role="status"
      className="flex-none border-b border-warn-line bg-warn-bg px-6 py-2 leading-mid max-desk:px-3 print:hidden"
    >
      {time === null ? t(`live.${kind}`) : t(`live.${kind}Since`, { time })}
    </p>
  );
}

import { useConnectionBreak } from '../../api/recovery/connection-break.ts';
import { ConnectionStrip } from '../../ui/connection-strip.tsx';
import { STALE_AFTER_MS } from '../../ui/price-cell.ts';
import { toServerMs, useNow } from '../../ui/use-now.ts';

/** Shows below the header that prices do not update. */
export function ConnectionNotice() {
  return <ConnectionStrip lost={useConnectionBreak(useNow(), STALE_AFTER_MS, toServerMs)} />;
}

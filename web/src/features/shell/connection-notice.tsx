import { useSilentSources } from '../../api/live/live.ts';
import { useConnectionBreak } from '../../api/recovery/connection-break.ts';
import { ConnectionStrip } from '../../ui/connection-strip.tsx';
import { STALE_AFTER_MS } from '../../ui/price-cell.ts';
import { SilentSources } from '../../ui/silent-sources.tsx';
import { toServerMs, useNow } from '../../ui/use-now.ts';

/** Shows below the header that prices do not update, and which sources send none. */
export function ConnectionNotice() {
  return (
    <>
      <ConnectionStrip lost={useConnectionBreak(useNow(), STALE_AFTER_MS, toServerMs)} />
      <SilentSources sources={useSilentSources()} />
    </>
  );
}

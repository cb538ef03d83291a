import type { SourceResolution } from '@rasat/engine';
import type { BarColumns } from '@rasat/ledger';
import type { Connector } from '../../../connectors/connector.ts';
import { BarList } from '../store/bar-columns.ts';
import { isSound } from '../store/storable-bar.ts';
import type { Series } from '../symbol.ts';

/**
 * Fetches the bars of a source that open in `fromMs <= openTimeMs < toMs`, ascending, without invalid ones. Throws the
 * signal's reason when it aborts.
 */
export async function fetchOffered(
  connector: Connector,
  series: Series,
  resolution: SourceResolution,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal,
): Promise<BarColumns> {
  const bars = new BarList();
  for await (const batch of connector.history(series.symbol, resolution, fromMs, toMs, signal)) {
    for (const bar of batch) {
      const { openTimeMs } = bar;
      const isNext = openTimeMs >= fromMs && openTimeMs < toMs;
      const isAfter = openTimeMs > (bars.lastOpenTimeMs ?? Number.NEGATIVE_INFINITY);
      if (isNext && isAfter && isSound(bar, resolution, series)) bars.pushBar(bar);
    }
    signal.throwIfAborted();
  }
  // A history that was aborted may end like one without more bars.
  signal.throwIfAborted();
  return bars.columns;
}

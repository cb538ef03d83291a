import { findAnalysedSince, setBackAnalysis } from './modules/analysis/index.ts';
import type { Publication } from './modules/market/index.ts';
import { findRecordReading } from './modules/record/index.ts';
import { countSignalsAfter, findPublisherWait, isRecorded } from './modules/signals/index.ts';

/** What analysis, ledger and record have made of the bars of a series, for the repair of its gaps. */
export const publication: Publication = {
  async release(trx, series, fromMs, nowMs) {
    const { isRead, hasEvents } = await findAnalysedSince(trx, series.id, fromMs);
    if (isRecorded(series)) {
      // The check of a build reads all bars of a series, one after the other.
      if ((await findPublisherWait(trx)) !== null) return 'busy';
      if (hasEvents || (await countSignalsAfter(trx, series.id, fromMs)) > 0) return 'published';
      const reading = await findRecordReading(trx, series.id, fromMs);
      if (reading !== 'unread') return reading === 'busy' ? 'busy' : 'published';
    }
    await setBackAnalysis(trx, series, fromMs, nowMs);
    return isRead ? 'set-back' : 'unread';
  },
  countRows: (trx, series, fromMs) => countSignalsAfter(trx, series.id, fromMs),
};

import { addMonthsIstanbul } from '@rasat/contract';
import { createManualClock } from '../../../platform/clock.ts';
import { createMemoryLedger } from '../memory-ledger.testing.ts';
import type { HistoryStage } from './history.ts';

/** Creates a stage with three people and a ledger in memory. */
export function createMemoryStage(startMs: number): HistoryStage {
  const ledger = createMemoryLedger();
  const clock = createManualClock(startMs);
  return {
    ledger,
    people: [1, 2, 3],
    clock,
    turn: () => Promise.resolve(),
    async give(personId, right) {
      const nowMs = clock.now();
      const untilMs = ledger.grants
        .filter((one) => one.personId === personId && one.right === right && !one.endedAtMs)
        .map(({ endsAtMs }) => endsAtMs ?? 0);
      const startsAtMs = right === 'lesson' ? nowMs : Math.max(nowMs, ...untilMs);
      const endsAtMs = right === 'lesson' ? null : addMonthsIstanbul(startsAtMs, 1);
      ledger.give(personId, right, { startsAtMs, endsAtMs });
    },
    erase: async (personId) => ledger.erase(personId),
    read: async () => ({
      orders: ledger.orders,
      events: ledger.events,
      grants: ledger.grants.map((grant) => ({ ...grant, orderId: grant.orderId || null })),
      documents: ledger.documents,
    }),
    readMails: async () => ledger.mails,
  };
}

/** One detail of an event. */
export interface DetailEntry {
  /** Last part of the detail's path. */
  readonly key: string;
  readonly value: string | number | boolean | null;
  /** Kind of a number: a moment in epoch milliseconds, an amount in kuruş, or a plain number. */
  readonly kind: 'moment' | 'amount' | 'plain';
}

const MOMENT = /(?:Ms|^expires)$/;
const AMOUNT = /Kurus$/;

/** Lists the details of an event, with nested values flattened in order; a repeated attempt is listed once. */
export function listDetail(detail: Readonly<Record<string, unknown>>): DetailEntry[] {
  return Object.entries(detail).flatMap(([key, value]): DetailEntry[] => {
    if (typeof value === 'object' && value !== null) {
      const { attemptId, ...inner } = value as Readonly<Record<string, unknown>>;
      return listDetail(attemptId === detail.attempt ? inner : { attemptId, ...inner });
    }
    if (typeof value === 'number') {
      const kind = MOMENT.test(key) ? 'moment' : AMOUNT.test(key) ? 'amount' : 'plain';
      return [{ key, value, kind }];
    }
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
      return [{ key, value, kind: 'plain' }];
    }
    return [];
  });
}

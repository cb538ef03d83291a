import type { FailedItem, FailureClass } from '@rasat/contract';
import { type ViolationCause, VOID } from '@rasat/ledger';
import type { ComparedItem, Difference } from './comparison.ts';

/** Stored value that breaks a rule of the record. */
export interface Flaw {
  readonly class: FailureClass;
  readonly what: FailedItem;
  /** Number of the row; null without one. */
  readonly seq: number | null;
  /** Leg of the outcome; empty for the row itself. */
  readonly leg: string;
  /** Name of the value. */
  readonly key: string;
  readonly timeMs: number;
  /** Description as a sentence. */
  readonly text: string;
  /** Number of the outcome; null without one. */
  readonly no?: number | null;
}

/** Listener to flaws. */
export type OnFlaw = (flaw: Flaw) => void;

/** Returns the class of a violation that the second resolver found. */
export function classOfViolation(cause: ViolationCause): FailureClass {
  switch (cause) {
    case 'published-early':
      return 'early';
    case 'created-falls':
      return 'order';
    case 'previous-close':
    case 'entry-price':
      return 'entry-price';
    case 'fields':
    case 'entry-time':
    case 'entry-lines':
    case 'entry-expiry':
      return 'entry-lines';
    case 'chance':
      return 'chance';
    case 'outcome-withheld':
      return 'outcome-missing';
    case 'outcome-not-due':
    case 'outcome-twice':
      return 'outcome-extra';
    case 'outcome-time':
    case 'outcome-late':
    case 'outcome-early':
      return 'outcome-time';
    case 'target-before-stop':
    case 'outcome-status':
    case 'outcome-price':
    case 'outcome-result':
      return 'outcome-differs';
    case 'void-decided':
    case 'void-unfounded':
    case 'void-missing':
      return cause;
  }
}

/** Returns the class of a compared item: that of its row, else that of its event. Null when nothing differs. */
export function classOfItem({ what, differences }: ComparedItem): FailureClass | null {
  const [ofRow, ofEvent] = [
    differences.find((one) => one.of === 'row'),
    differences.find((one) => one.of === 'event'),
  ];
  if (ofRow) return classOfRow(ofRow);
  if (!ofEvent) return null;
  return what === 'box' ? 'box' : 'event';
}

const LINES = ['range', 'sl', 'tp1', 'tp2', 'way', 'detail'];

function classOfRow(difference: Difference & { readonly of: 'row' }): FailureClass {
  if (difference.how === 'missing') {
    return difference.in === 'outcomes' ? 'outcome-missing' : 'row-missing';
  }
  const { how, row, fields } = difference;
  const isOutcome = 'no' in row;
  if (isOutcome && row.status === VOID) {
    return how === 'differs' && fields.includes('status') ? 'void-decided' : 'void-unfounded';
  }
  if (how !== 'differs') return isOutcome ? 'outcome-extra' : 'row-extra';
  const isOfOtherBars = fields.includes('inputHash');
  if (isOutcome) {
    return fields.includes('barTime') && !isOfOtherBars ? 'outcome-time' : 'outcome-differs';
  }
  if (isOfOtherBars) return 'row-differs';
  if ('kind' in row && row.kind === 'forecast') return 'chance';
  if (fields.includes('price')) return 'entry-price';
  return fields.some((field) => LINES.includes(field)) ? 'entry-lines' : 'row-differs';
}

import { draftOf, VOID } from '@rasat/ledger';
import {
  boxOfProof,
  compareProofs,
  type EventRecord,
  numberOfBox,
  proofOf,
  type StoredEvent,
} from '../analysis/index.ts';
import type { Series } from '../market/index.ts';
import { isRecorded, type LedgerEntry, type OutcomeEntry } from '../signals/index.ts';
import type { Published } from './published.ts';

/** Kind of a published item. */
export type PublishedKind = 'signal' | 'levels' | 'box' | 'forecast' | 'outcome';

/** A row of either chain. */
export type RecordRow = LedgerEntry | OutcomeEntry;

/**
 * Way in which a published item differs from what the bars give: missing; other fields; made from other bars than those
 * that close by its time; known at another time than its own; unfounded; published twice.
 */
export type Difference = {
  /** Key of the event. */
  readonly key: string;
  readonly what: PublishedKind;
  readonly timeMs: number;
  /** Number of the ledger row that the item is, or refers to. */
  readonly seq: number | null;
} & (
  | { readonly of: 'event'; readonly how: 'missing' | 'differs' | 'bars' | 'unfounded' }
  | { readonly of: 'event'; readonly how: 'untimely'; readonly knownMs: number }
  | { readonly of: 'row'; readonly how: 'missing'; readonly name: string; readonly in: RowPlace }
  | {
      readonly of: 'row';
      readonly how: 'differs' | 'unfounded' | 'double';
      readonly name: string;
      readonly row: RecordRow;
      readonly fields: readonly string[];
    }
);

type RowPlace = 'ledger' | 'outcomes';

/** Published item, counted once: an event together with its row. */
export interface ComparedItem {
  readonly key: string;
  readonly what: PublishedKind;
  readonly timeMs: number;
  readonly seq: number | null;
  /** Row of either chain that was compared. */
  readonly row: RecordRow | null;
  readonly differences: readonly Difference[];
}

/** Compares what the bars give, in the order in which it becomes known, with what was published. */
export interface SeriesComparison {
  /** Compares an event that became known at `atMs`; `barsHash` is over the bars that close by then. */
  meet(record: EventRecord, atMs: number, barsHash: Buffer): void;
  /**
   * Ends the comparison: published items that are left over are unfounded. Void outcomes follow from the end of the
   * series; `barsHash`, over all its bars, must be theirs.
   */
  end(barsHash: Buffer): void;
}

/**
 * Starts the comparison of a series. Removes each compared event from `published.events` and calls `onItem` once for
 * each item. A folded event is compared by its row, a folded box by its proof.
 */
export function compareSeries(
  series: Series,
  published: Published,
  onItem: (item: ComparedItem) => void,
): SeriesComparison {
  const { version, events, olderEvents, publishedTo } = published;
  const rows = nameRows(published);
  const proofs = Map.groupBy(published.boxes, numberOfBox);

  /** Compares the row of an event; the result has no row and no difference when the event publishes none. */
  const compareRow = (
    { key, event }: EventRecord,
    barsHash: Buffer,
    eventId: number | undefined,
  ): { readonly row: RecordRow | null; readonly differences: Difference[] } => {
    const none = { row: null, differences: [] };
    if (!isRecorded(series)) return none;
    const draft = draftOf({ key, event, inputHash: barsHash }, version, series);
    if (!draft) return none;
    const name = draft.to === 'ledger' ? key : `${draft.of} ${draft.row.leg}`;
    const list = rows.get(name) ?? [];
    rows.delete(name);
    const [found] = list;
    const head = { key, what: kindOf(event.type), timeMs: event.timeMs, of: 'row', name } as const;
    if (!found) {
      // A row that the publisher has not reached yet is not missing.
      if (eventId !== undefined && eventId > publishedTo) return none;
      const place = draft.to === 'ledger' ? 'ledger' : 'outcomes';
      return { row: null, differences: [{ ...head, seq: null, how: 'missing', in: place }] };
    }
    const { seq } = found;
    const differences: Difference[] = list.slice(1).map((row) => ({
      ...head,
      seq,
      how: 'double',
      row,
      fields: [],
    }));
    const fields = differingFields(found, draft.row);
    if (fields.length > 0) differences.push({ ...head, seq, how: 'differs', row: found, fields });
    return { row: found, differences };
  };

  /** Removes and returns the stored proof of a folded box, with the computed one. */
  const takeProof = ({ event }: EventRecord, barsHash: Buffer): ProofPair | undefined => {
    const computed = proofOf({ event, inputHash: barsHash });
    if (!computed) return undefined;
    const box = numberOfBox(computed);
    const [kept] = proofs.get(box) ?? [];
    proofs.delete(box);
    return { kept, computed };
  };

  return {
    meet(record, atMs, barsHash) {
      const { key, event } = record;
      const stored = events.get(key) ?? olderEvents.get(key);
      events.delete(key);
      const { row, differences } = compareRow(record, barsHash, stored?.id);
      const seq = row?.seq ?? null;
      const head = { key, what: kindOf(event.type), timeMs: event.timeMs, seq } as const;
      const proof = stored ? undefined : takeProof(record, barsHash);
      const own = compareEvent(head, { record, stored, proof, atMs, barsHash });
      onItem({ ...head, row, differences: [...own, ...differences] });
    },
    end(barsHash) {
      for (const [key, { event }] of events) {
        const what = kindOf(event.type);
        const name = nameOfRow(key, event);
        const [row = null] = rows.get(name) ?? [];
        const head = { key, what, timeMs: event.timeMs, seq: row?.seq ?? null } as const;
        const differences: Difference[] = [{ ...head, of: 'event', how: 'unfounded' }];
        for (const one of rows.get(name) ?? []) {
          differences.push({ ...head, of: 'row', how: 'unfounded', name, row: one, fields: [] });
        }
        rows.delete(name);
        onItem({ ...head, row, differences });
      }
      events.clear();
      for (const proof of [...proofs.values()].flat()) {
        const { of, timeMs } = boxOfProof(proof);
        const head = { key: `${of}.${timeMs}`, what: 'box', timeMs, seq: null } as const;
        onItem({ ...head, row: null, differences: [{ ...head, of: 'event', how: 'unfounded' }] });
      }
      proofs.clear();
      for (const [name, list] of rows) {
        for (const row of list) {
          const head = { key: name, what: kindOfRow(row), timeMs: row.barTime, seq: row.seq };
          const fault = faultOf(row, published.isEnded, barsHash);
          const differences = fault ? [{ ...head, of: 'row', name, row, ...fault } as const] : [];
          onItem({ ...head, row, differences });
        }
      }
    },
  };
}

/** Returns what is wrong with a row that no event gives; null for a void outcome over all bars of an ended series. */
function faultOf(
  row: RecordRow,
  isEnded: boolean,
  barsHash: Buffer,
): { readonly how: 'unfounded' | 'differs'; readonly fields: readonly string[] } | null {
  const isVoid = 'no' in row && row.status === VOID;
  if (!isVoid || !isEnded) return { how: 'unfounded', fields: [] };
  return row.inputHash === barsHash.toString('hex')
    ? null
    : { how: 'differs', fields: ['inputHash'] };
}

/** Groups rows by what they publish: the key of the event, or for an outcome the key of its ledger row and the leg. */
function nameRows({ ledger, outcomes, olderKeys }: Published): Map<string, RecordRow[]> {
  const keyOfSeq = new Map([
    ...olderKeys,
    ...ledger.map((row) => [row.seq, row.eventKey] as const),
  ]);
  const rows = new Map<string, RecordRow[]>();
  const put = (name: string, row: RecordRow): void => {
    const list = rows.get(name);
    if (list) list.push(row);
    else rows.set(name, [row]);
  };
  for (const row of ledger) put(row.eventKey, row);
  for (const row of outcomes) put(`${keyOfSeq.get(row.seq)} ${row.leg}`, row);
  return rows;
}

/** Stored proof of a folded box, undefined when there is none, and the computed proof. */
interface ProofPair {
  readonly kept: Buffer | undefined;
  readonly computed: Buffer;
}

function compareEvent(
  head: Pick<Difference, 'key' | 'what' | 'timeMs' | 'seq'>,
  of: {
    readonly record: EventRecord;
    readonly stored: StoredEvent | undefined;
    readonly proof: ProofPair | undefined;
    readonly atMs: number;
    readonly barsHash: Buffer;
  },
): Difference[] {
  const { record, stored, proof, atMs, barsHash } = of;
  const found: Difference[] = [];
  if (record.event.timeMs !== atMs) {
    found.push({ ...head, of: 'event', how: 'untimely', knownMs: atMs });
  }
  if (proof) {
    const how = proof.kept ? compareProofs(proof.kept, proof.computed) : 'missing';
    if (how !== 'same') found.push({ ...head, of: 'event', how });
  }
  if (!stored) return found;
  if (!isSameJson(stored.event, record.event)) {
    found.push({ ...head, of: 'event', how: 'differs' });
  } else if (!stored.inputHash.equals(barsHash)) {
    found.push({ ...head, of: 'event', how: 'bars' });
  }
  return found;
}

function differingFields(row: RecordRow, draft: object): string[] {
  const [stored, wanted] = [row, draft] as unknown as Record<string, unknown>[];
  const differing: string[] = [];
  for (const field in wanted) {
    const [one, other] = [stored?.[field], wanted[field]];
    if (one !== other && !isSameJson(one ?? null, other)) differing.push(field);
  }
  return differing;
}

/** Whether stored JSON equals a computed value, in any order of members. */
function isSameJson(stored: unknown, computed: unknown): boolean {
  if (typeof computed !== 'object' || computed === null) {
    const isLost = typeof computed === 'number' && !Number.isFinite(computed);
    return stored === (isLost ? null : computed);
  }
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(stored) !== Array.isArray(computed)) return false;
  const members = computed as Record<string, unknown>;
  let count = 0;
  for (const name in members) {
    // JSON omits undefined members.
    if (members[name] === undefined) continue;
    count += 1;
    if (!isSameJson((stored as Record<string, unknown>)[name], members[name])) return false;
  }
  return Object.keys(stored).length === count;
}

type Event = EventRecord['event'];

function kindOf(type: Event['type']): PublishedKind {
  if (type === 'box' || type === 'levels' || type === 'forecast') return type;
  return type === 'condition' || type === 'trade' ? 'signal' : 'outcome';
}

/** Returns the kind of the item that a row publishes. */
export function kindOfRow(row: RecordRow): PublishedKind {
  if ('no' in row) return 'outcome';
  return row.kind === 'levels' || row.kind === 'forecast' ? row.kind : 'signal';
}

/** Returns the name of the row that publishes an event; the event's own key when it starts a row of its own. */
function nameOfRow(key: string, event: Event): string {
  switch (event.type) {
    case 'levelsTrade':
      return `levels.${event.d} entry`;
    case 'levelsClosed':
      return `levels.${event.d} ${event.leg}`;
    case 'tradeClosed':
    case 'conditionLeg':
      return `${event.id} ${event.leg}`;
    case 'touched':
      return `${event.id} touch`;
    case 'box':
    case 'condition':
    case 'trade':
    case 'levels':
    case 'forecast':
      return key;
  }
}

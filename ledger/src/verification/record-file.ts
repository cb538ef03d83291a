import type { UnmatchedReason } from '../baselines/matched-entries.ts';
import type { RoundTripCost } from '../figures/costs.ts';
import { type CanonicalValue, canonicalJson } from '../rows/canonical-json.ts';
import type { LedgerRow, OutcomeRow } from '../rows/chain.ts';
import { toHex } from '../rows/drafts.ts';
import type { EndDetail } from '../rows/ended.ts';
import type { Sha256 } from '../rows/input-hash.ts';
import type { RegisterRow } from '../rows/register.ts';
import type { SeriesRules } from '../rows/series-run.ts';

/** Why a bar that was delivered again was refused: no bar was stored (`late`), or it had other values. */
export const CORRECTION_REASONS = ['late', 'differs'] as const;
/** Why a bar that was delivered again was refused. */
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

/** The member `format` of every record file. */
export const RECORD_FILE_FORMAT = 'rasat-record-row';
/** The version of a file that this program writes and reads. */
export const RECORD_FILE_VERSION = 2;
/** The version of the file of a row with a void outcome: version 2 with the member `ended`. */
export const ENDED_FILE_VERSION = 3;

/** The stored matched entries of a row, or why it has none. */
type FileBaseline = {
  /** Null with 20 to 40 entries; else the lists are empty and the counts 0. */
  readonly reason: UnmatchedReason | null;
  /** Thousandths of the risk, in the order of time, by leg. */
  readonly entries1: readonly number[];
  readonly entries2: readonly number[];
  /** How many reached the first target, the stop of that leg, the second target; how many were undecided. */
  readonly targets1: number;
  readonly stops1: number;
  readonly targets2: number;
  readonly open: number;
  /** Cost of a round trip in the row's symbol, and the sum of the entries' costs by it in millionths of their risk. */
  readonly cost: RoundTripCost;
  readonly costs: number;
  readonly coverage: number;
  readonly complete: boolean;
  /** Close of the last bar when they were computed. */
  readonly barsTo: number;
};

/** A register row of the kind `ended`. */
export type EndedRow = Omit<RegisterRow, 'kind' | 'detail'> & {
  readonly kind: 'ended';
  readonly detail: EndDetail;
};

type Trit = -1 | 0 | 1;

/** The stored results of a weekly set and its shifted twin. */
type FileTwin = {
  readonly touch: Trit | null;
  readonly twinTouch: Trit | null;
  /** The twin's trade; an open one is valued at the last close; null without a trade. */
  readonly twinStatus1: Trit | null;
  readonly twinStatus2: Trit | null;
  readonly twinR1: number | null;
  readonly twinR2: number | null;
  readonly complete: boolean;
  readonly barsTo: number;
};

/** Everything needed to compute one row of the record again (docs/formats/record-file.md). */
export type RecordFile = {
  readonly format: typeof RECORD_FILE_FORMAT;
  readonly version: typeof RECORD_FILE_VERSION | typeof ENDED_FILE_VERSION;
  readonly row: LedgerRow;
  /** Hash of the previous row, 64 zeros before the first; of the next row, null while there is none. */
  readonly before: string;
  readonly after: string | null;
  /** Every outcome of the row that was published, in order. */
  readonly outcomes: readonly OutcomeRow[];
  /** Close of the last bar whose outcomes, if any, are in `outcomes`. */
  readonly publishedTo: number;
  readonly series: SeriesRules & {
    readonly id: number;
    readonly symbol: string;
    readonly source: string;
  };
  /**
   * The series' closed base bars from the first on, ascending: base64 chunks of docs/formats/bars.md, each of 1,000
   * bars but the last.
   */
  readonly bars: readonly string[];
  /**
   * Bars that were delivered again with other values (`differs`) or without a stored bar (`late`); the first were kept.
   */
  readonly corrections: readonly {
    readonly time: number;
    readonly reason: CorrectionReason;
    /** When it was delivered. */
    readonly seen: number;
    /** Open, high, low, close, volume as delivered the second time. */
    readonly offered: readonly number[];
  }[];
  /** A published head that covers the row; null while there is none. */
  readonly head: {
    readonly day: string;
    readonly size: number;
    readonly hash: string;
    readonly root: string;
    readonly outcomes: number;
    readonly outcomesHash: string;
    /** Root over all outcomes; null in heads that were published before there was a tree over them. */
    readonly outcomesRoot: string | null;
    readonly created: number;
  } | null;
  /** The audit path from the row's leaf to the root of the head (RFC 9162), leaf first. */
  readonly path: readonly string[];
  /**
   * For each outcome, in order, the audit path from its leaf to the root over the outcomes, leaf first; null for an
   * outcome that the head does not cover, and for all of them when the head has no such root.
   */
  readonly outcomePaths: readonly (readonly string[] | null)[];
  readonly baseline: FileBaseline | null;
  readonly twin: FileTwin | null;
  /**
   * The register row that ends the series, and its audit path to the root of the head, leaf first; the path is null
   * while no head covers it. Present in files of version 3 alone.
   */
  ended?: { readonly row: EndedRow; readonly path: readonly string[] | null };
  /** SHA-256 of the canonical JSON of everything but this member. */
  readonly checksum: string;
};

/** Returns the text of a file: canonical JSON with the checksum of the rest. */
export function writeRecordFile(file: Omit<RecordFile, 'checksum'>, sha256: Sha256): string {
  return canonicalJson({ ...file, checksum: checksumOf(file, sha256) });
}

/** Returns SHA-256 of the canonical JSON of everything in a file but its checksum, as hex. */
export function checksumOf(file: Omit<RecordFile, 'checksum'>, sha256: Sha256): string {
  const { checksum: _checksum, ...rest }: Partial<RecordFile> = file;
  const content: { readonly [key: string]: CanonicalValue | undefined } = rest;
  return toHex(sha256(new TextEncoder().encode(canonicalJson(content as CanonicalValue))));
}

import { BASE_RESOLUTIONS } from '@rasat/engine';
import {
  CORRECTION_REASONS,
  COST_UNITS,
  END_REASONS,
  ENDED_FILE_VERSION,
  ORIGINS,
  OUTCOME_LEGS,
  RECORD_FILE_FORMAT,
  RECORD_FILE_VERSION,
  type RecordFile,
  ROW_KINDS,
  UNMATCHED_REASONS,
  VOID,
} from '@rasat/ledger';
import * as z from 'zod/mini';
import { headMembers } from './kept-heads.ts';
import { CATEGORIES, SYMBOL_PATTERN } from './symbols.ts';

/** Most chunks of one file: ten times twenty years of hours. */
const MOST_CHUNKS = 2000;
/** Most outcomes of a row; there are three legs. */
const MOST_OUTCOMES = 8;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());
const number = z.int().check(z.positive());
const time = z.int();
const word = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));
const price = z.number().check(z.positive());
const member = z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/));
const value = [
  z.null(),
  z.boolean(),
  z.number(),
  z.array(z.nullable(z.number())).check(z.maxLength(100)),
] as const;
const detail = z.record(member, z.union(value));
/** A forecast names its model, its class and its set. */
const rowDetail = z.record(member, z.union([...value, word]));
const origin = z.enum(ORIGINS);
const auditPath = z.array(hash).check(z.maxLength(64));
const trit = z.union([z.literal(-1), z.literal(0), z.literal(1)]);

/** A row of the ledger in its chain (docs/formats/ledger.md). */
const ledgerRow = z.strictObject({
  seq: number,
  symbol: z.string().check(z.regex(SYMBOL_PATTERN)),
  source: word,
  seriesId: number,
  eventKey: word,
  kind: z.enum(ROW_KINDS),
  setup: word,
  engineVersion: word,
  barTime: time,
  createdAt: time,
  origin,
  way: z.nullable(z.boolean()),
  price,
  range: z.nullable(z.number()),
  sl: z.nullable(z.number()),
  tp1: z.nullable(z.number()),
  tp2: z.nullable(z.number()),
  detail: rowDetail,
  inputHash: hash,
  prevHash: hash,
  hash,
});

/** A row of the outcomes in its chain. */
const outcomeRow = z.strictObject({
  no: number,
  seq: number,
  leg: z.enum(OUTCOME_LEGS),
  status: z.nullable(trit),
  price: z.number(),
  r: z.nullable(z.number()),
  engineVersion: word,
  barTime: time,
  createdAt: time,
  origin,
  detail,
  inputHash: hash,
  prevHash: hash,
  hash,
});

/** An outcome of a row whose series has ended: void, or decided before. */
const lastOutcome = z.extend(outcomeRow, {
  status: z.nullable(z.union([trit, z.literal(VOID)])),
  detail: z.record(member, z.union([...value, z.enum(END_REASONS)])),
});

/** The register row that ends a series. */
const endedRow = z.strictObject({
  seq: number,
  kind: z.literal('ended'),
  createdAt: time,
  detail: z.strictObject({
    symbol: z.string().check(z.regex(SYMBOL_PATTERN)),
    seriesId: number,
    reason: z.enum(END_REASONS),
    at: time,
    factor: z.nullable(z.number()),
    to: z.nullable(
      z.strictObject({ symbol: z.string().check(z.regex(SYMBOL_PATTERN)), seriesId: number }),
    ),
    legs: count,
  }),
  prevHash: hash,
  hash,
});

/** The results of 20 to 40 entries; empty for a row without matched entries. */
const thousandths = z.array(z.int().check(z.gte(-32_768), z.lte(32_767))).check(
  z.maxLength(40),
  z.refine(({ length }) => length === 0 || length >= 20),
);

const baseline = z.strictObject({
  reason: z.nullable(z.enum(UNMATCHED_REASONS)),
  entries1: thousandths,
  entries2: thousandths,
  targets1: count,
  stops1: count,
  targets2: count,
  open: count,
  cost: z.strictObject({ unit: z.enum(COST_UNITS), amount: z.number() }),
  costs: z.int(),
  coverage: z.number(),
  complete: z.boolean(),
  barsTo: time,
});

const twin = z.strictObject({
  touch: z.nullable(trit),
  twinTouch: z.nullable(trit),
  twinStatus1: z.nullable(trit),
  twinStatus2: z.nullable(trit),
  twinR1: z.nullable(z.number()),
  twinR2: z.nullable(z.number()),
  complete: z.boolean(),
  barsTo: time,
});

/** The shape of the file; `RecordFile` documents its members. */
const recordFile = z.strictObject({
  format: z.literal(RECORD_FILE_FORMAT),
  version: z.literal(RECORD_FILE_VERSION),
  row: ledgerRow,
  before: hash,
  after: z.nullable(hash),
  outcomes: z.array(outcomeRow).check(z.maxLength(MOST_OUTCOMES)),
  publishedTo: time,
  series: z.strictObject({
    id: number,
    symbol: z.string().check(z.regex(SYMBOL_PATTERN)),
    source: word,
    category: z.enum(CATEGORIES),
    digits: z.int().check(z.gte(0), z.lte(12)),
    base: z.enum(BASE_RESOLUTIONS),
    fx: z.boolean(),
  }),
  bars: z
    .array(z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/)))
    .check(z.maxLength(MOST_CHUNKS)),
  corrections: z.array(
    z.strictObject({
      time,
      reason: z.enum(CORRECTION_REASONS),
      seen: time,
      offered: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
  head: z.nullable(z.strictObject({ ...headMembers, outcomesRoot: z.nullable(hash) })),
  path: auditPath,
  outcomePaths: z.array(z.nullable(auditPath)).check(z.maxLength(MOST_OUTCOMES)),
  baseline: z.nullable(baseline),
  twin: z.nullable(twin),
  checksum: hash,
});

/** The shape of each version. */
const VERSIONS: ReadonlyMap<unknown, z.ZodMiniType<RecordFile>> = new Map<
  unknown,
  z.ZodMiniType<RecordFile>
>([
  [RECORD_FILE_VERSION, recordFile],
  [
    ENDED_FILE_VERSION,
    z.extend(recordFile, {
      version: z.literal(ENDED_FILE_VERSION),
      outcomes: z.array(lastOutcome).check(z.maxLength(MOST_OUTCOMES)),
      ended: z.strictObject({ row: endedRow, path: z.nullable(auditPath) }),
    }),
  ],
]);

/** Reason why a text is not a record file. */
export type RecordFileRefusal =
  /** Not JSON, or other JSON. */
  | 'no-record-file'
  /** A record file of a version that this program does not read. */
  | 'other-version'
  /** A member is missing, unknown or invalid. */
  | 'damaged';

/** Thrown for a text that is not a record file; `field` names the first invalid member. */
export class RecordFileError extends Error {
  override readonly name = 'RecordFileError';
  readonly code: RecordFileRefusal;
  readonly field: string | null;

  constructor(code: RecordFileRefusal, field: string | null = null) {
    super(field === null ? code : `${code}: ${field}`);
    this.code = code;
    this.field = field;
  }
}

/**
 * Reads the record file of a text. It checks the shape only; `recompute` checks the content. Throws RecordFileError.
 */
export function readRecordFile(text: string): RecordFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordFileError('no-record-file');
  }
  const head = z.safeParse(z.object({ format: z.unknown(), version: z.unknown() }), value);
  if (!head.success || head.data.format !== RECORD_FILE_FORMAT) {
    throw new RecordFileError('no-record-file');
  }
  const shape = VERSIONS.get(head.data.version);
  if (!shape) throw new RecordFileError('other-version');
  const read = z.safeParse(shape, value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RecordFileError('damaged', issue ? fieldOf(issue) : null);
}

/** Returns the dotted name of the field of an issue. */
function fieldOf(issue: z.core.$ZodIssue): string {
  const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...extra].join('.');
}

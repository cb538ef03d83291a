import * as z from 'zod/mini';
import type { Reply } from './route.ts';
import type { recordRoutes } from './routes/record.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/** Members of a head as files have it, but for the root over the outcomes, which older files do not have. */
export const headMembers = {
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  size: z.int().check(z.positive()),
  hash,
  root: hash,
  outcomes: count,
  outcomesHash: hash,
  created: z.int(),
};

/** Most heads of one text: more than a hundred years of days. */
const MOST_HEADS = 40_000;

const keptHead = z.strictObject({ ...headMembers, outcomesRoot: z.optional(z.nullable(hash)) });
const keptHeads = z.array(keptHead).check(z.minLength(1), z.maxLength(MOST_HEADS));

/** A head that a reader kept, in the form of `GET /record/heads`. */
export type KeptHead = Reply<(typeof recordRoutes)['recordHeads']>[number];

/** Reason why a text has no heads. */
export type KeptHeadsRefusal =
  /** Not JSON, or neither a head nor a list of heads. */
  | 'no-heads'
  /** A member of a head is missing, unknown or invalid. */
  | 'damaged';

/** Thrown for a text without heads; `field` names the first invalid member, after its place in a list (`2.root`). */
export class KeptHeadsError extends Error {
  override readonly name = 'KeptHeadsError';
  readonly code: KeptHeadsRefusal;
  readonly field: string | null;

  constructor(code: KeptHeadsRefusal, field: string | null = null) {
    super(field === null ? code : `${code}: ${field}`);
    this.code = code;
    this.field = field;
  }
}

/**
 * Reads the heads of a text: one head or a list, as the API gives them. A head that was kept before there was a tree
 * over the outcomes has no `outcomesRoot`; it is read as null. Throws KeptHeadsError.
 */
export function readKeptHeads(text: string): KeptHead[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeptHeadsError('no-heads');
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const isHead = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'day' in one && 'root' in one;
  if (!list.some(isHead)) throw new KeptHeadsError('no-heads');
  const read = z.safeParse(keptHeads, list);
  if (read.success) {
    return read.data.map((head) => ({ ...head, outcomesRoot: head.outcomesRoot ?? null }));
  }
  const [issue] = read.error.issues;
  const place = issue ? placeOf(issue) : [];
  throw new KeptHeadsError('damaged', (Array.isArray(value) ? place : place.slice(1)).join('.'));
}

/** Returns the place of an issue in the list: the index of the head, then the member. */
function placeOf(issue: z.core.$ZodIssue): PropertyKey[] {
  const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...extra];
}

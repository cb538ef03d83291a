/** A value that canonical JSON can hold. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * Returns the canonical JSON text of a value by RFC 8785: members sorted by the UTF-16 code units of their names,
 * numbers and strings as ECMAScript writes them, no space. Throws RangeError for a number or a text that JSON cannot
 * hold.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no JSON`);
    return String(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('a lone surrogate has no JSON');
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join()}]`;
  // Every row of the record passes here, so texts are joined without a list.
  let members = '';
  for (const { name, before } of orderOf(Object.keys(value))) {
    members += `${members === '' ? '' : ','}${before}${canonicalJson(value[name] ?? null)}`;
  }
  return `{${members}}`;
}

/** A member's name, and the text before its value. */
interface Member {
  readonly name: string;
  readonly before: string;
}

/** The newest order by number of names: successive rows have the same names. */
const newestOrders = new Map<
  number,
  { readonly of: readonly string[]; readonly order: readonly Member[] }
>();

/** Rows of the record, and the objects in them, have fewer names than this. */
const MOST_KEPT = 32;

/** Returns the members in the order in which they are written. */
function orderOf(names: readonly string[]): readonly Member[] {
  const kept = newestOrders.get(names.length);
  if (kept?.of.every((name, at) => name === names[at])) return kept.order;
  const order = [...names].sort().map((name) => ({ name, before: `${JSON.stringify(name)}:` }));
  if (names.length <= MOST_KEPT) newestOrders.set(names.length, { of: names, order });
  return order;
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

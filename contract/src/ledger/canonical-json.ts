/** What canonical JSON is made of. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/**
 * The one JSON text of a value by RFC 8785: members sorted by the UTF-16 code units of their names, numbers and strings
 * as ECMAScript writes them, no space. Throws RangeError for a number or a text that JSON cannot hold.
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
  // Every row of the record passes here: no list is made of what is joined at once.
  let members = '';
  for (const key of Object.keys(value).sort()) {
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`;
  }
  return `{${members}}`;
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

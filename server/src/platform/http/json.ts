import { AppError } from '../app-error.ts';

/** Deepest nesting of a body; the calls need at most four levels. */
const DEEPEST = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body strictly: valid UTF-8, no U+0000 and no lone surrogates in any text, no keys that address a
 * prototype, finite numbers, at most sixteen levels. Throws `bad-fields-400`. The last value of a repeated key counts.
 */
export function parseJson(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new AppError('bad-fields-400', { cause });
  }
  assertHarmless(value, DEEPEST);
  return value;
}

/**
 * Reads the fields of a browser form with the same strictness: valid UTF-8, at most one value a name, no name that
 * addresses a prototype. Throws `bad-fields-400`.
 */
export function parseForm(body: Buffer): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = utf8.decode(body);
    // `URLSearchParams` replaces invalid UTF-8; this call throws for it.
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new AppError('bad-fields-400', { cause });
  }
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) throw new AppError('bad-fields-400');
    Object.defineProperty(fields, name, { value, enumerable: true });
  }
  assertHarmless(fields, DEEPEST);
  return fields;
}

/** Returns whether a text may be stored and sent: no U+0000, which PostgreSQL refuses, and no lone surrogates. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function assertHarmless(value: unknown, levels: number): void {
  if (typeof value === 'string') {
    if (!isPlainText(value)) throw new AppError('bad-fields-400');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new AppError('bad-fields-400');
  } else if (Array.isArray(value)) {
    if (levels === 0) throw new AppError('bad-fields-400');
    for (const item of value) assertHarmless(item, levels - 1);
  } else if (typeof value === 'object' && value !== null) {
    if (levels === 0) throw new AppError('bad-fields-400');
    for (const [key, item] of Object.entries(value)) {
      if (!isPlainText(key) || key === '__proto__' || reachesPrototype(key, item)) {
        throw new AppError('bad-fields-400');
      }
      assertHarmless(item, levels - 1);
    }
  }
}

function reachesPrototype(key: string, value: unknown): boolean {
  return (
    key === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype')
  );
}

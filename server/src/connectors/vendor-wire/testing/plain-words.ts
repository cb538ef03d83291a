import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { LogLine } from './rig.ts';

/** Errors of the language and of parsers, which no caller should have to read. */
const ERRORS_OF_CODE = ['TypeError', 'SyntaxError', 'ReferenceError', 'ZodError', '$ZodError'];
const LONGEST = 300;

/** Fails unless an error is a plain sentence of one line that tells no key. */
export function checkPlain(error: unknown, key: string | null): void {
  assert.ok(error instanceof Error, `an error is thrown: ${String(error)}`);
  const { name, message, stack = '' } = error;
  assert.ok(!ERRORS_OF_CODE.includes(name), `${name} is no sentence: ${message}`);
  assert.ok(message.length > 0 && message.length <= LONGEST, `its length: ${message}`);
  assert.doesNotMatch(message, /\n|undefined|\[object|NaN|https?:|wss?:/);
  checkSecret(`${message} ${stack} ${inspect(error.cause)}`, key, 'an error');
}

/** Fails when a line of the log tells the key. */
export function checkLines(lines: readonly LogLine[], key: string | null): void {
  for (const line of lines) checkSecret(JSON.stringify(line), key, 'a line of the log');
}

function checkSecret(text: string, key: string | null, where: string): void {
  if (key === null) return;
  for (const form of [key, encodeURIComponent(key)])
    assert.ok(!text.includes(form), `${where} tells the key`);
}

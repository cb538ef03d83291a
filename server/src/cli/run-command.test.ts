import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { testDatabase } from '../platform/testing.ts';
import { openCommands } from '../testing/commands.ts';
import { runCommand } from './run-command.ts';

const { address } = await testDatabase({ after });
const DATABASE_URL = `postgresql://${address.user}@localhost/${address.database}?host=${address.host}`;
const run = openCommands({ after });

test('a command without words refuses one, with its usage', async () => {
  const { status, stdout, stderr } = await run(['config', 'payments'], {}, '');
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.equal(stderr, 'Expected 0 words, found 1.\nusage: npm run rasat -- config\n');
});

test('Ctrl-C stops the record with a word and the code of an interrupt', async (t) => {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = DATABASE_URL;
  t.after(() => {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  });
  const written: unknown[] = [];
  t.mock.method(process.stderr, 'write', (text: unknown) => written.push(text) > 0);
  const listening = process.listenerCount('SIGINT');
  const ended = runCommand(['record']);
  while (process.listenerCount('SIGINT') === listening) await setImmediate();
  process.emit('SIGINT');
  assert.equal(await ended, 130);
  assert.deepEqual(written, ['Stopped.\n']);
});

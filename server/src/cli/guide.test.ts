import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import { StartError } from '../platform/start-error.ts';
import { openCommands } from '../testing/commands.ts';
import { analyse } from './analyse.ts';
import { backup } from './backup.ts';
import { build } from './build.ts';
import type { Command } from './command.ts';
import { importFile } from './import.ts';
import { record } from './record.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { sources } from './sources.ts';
import { symbols } from './symbols.ts';
import { totp } from './totp.ts';
import { user } from './user.ts';
import { verify } from './verify.ts';

const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
const COMMANDS: Readonly<Record<string, Command>> = {
  analyse,
  backup,
  build,
  import: importFile,
  record,
  replay,
  restore,
  sources,
  symbols,
  totp,
  user,
  verify,
};

test("the operator's guide names every command", () => {
  const main = readFileSync(path.join(import.meta.dirname, 'run-command.ts'), 'utf8');
  const names = [...main.matchAll(/^ {2}(\w+): async \(\) => \(await import\(/gm)].map(
    ([, name]) => name ?? '',
  );
  assert.deepEqual(names, [...Object.keys(COMMANDS), 'config'].toSorted());
  for (const name of names) assert.match(GUIDE, new RegExp(`\`${name}[\` ]`), name);
});

for (const [name, command] of Object.entries(COMMANDS)) {
  test(`the operator's guide explains every option of ${name}`, async () => {
    // An unknown word is answered with the usage, before anything else is done.
    const usage = await command.run(['--nonsense']).then(
      () => assert.fail('an unknown option was taken'),
      (error: unknown) =>
        error instanceof StartError ? error.message : assert.fail(String(error)),
    );
    const options = usage.split('usage:')[1]?.match(/--[a-z]{2}[a-z-]*/g) ?? [];
    assert.deepEqual(
      options.filter((option) => !GUIDE.includes(option)),
      [],
    );
  });
}

test('help lists the commands and ends with 0; without a command, or with an unknown one, it ends with 1', async () => {
  const run = openCommands({ after });
  const help = await run(['help']);
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /^usage: npm run rasat -- <command>\n/);
  assert.match(help.stdout, /^ {2}verify /m);
  assert.deepEqual(await run([]), { ...help, status: 1 });
  const unknown = await run(['toString']);
  assert.deepEqual([unknown.status, unknown.stdout], [1, '']);
  assert.equal(unknown.stderr, `There is no command "toString".\n${help.stdout}`);
});

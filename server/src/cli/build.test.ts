import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAnalyst } from '../modules/analysis/index.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { createManualClock } from '../platform/clock.ts';
import { readEngineBuild } from '../platform/engine-build.ts';
import { testContext, testDatabase } from '../platform/testing.ts';
import { tamper } from '../testing/analysed-record.ts';
import { makeBars } from '../testing/bars.ts';
import { fakeBuild } from '../testing/builds.ts';
import { openCommands } from '../testing/commands.ts';
import { readLedger, readOutcomes } from '../testing/ledger.ts';
import { plantBars, plantSeries } from '../testing/market.ts';
import { withParts } from '../testing/parts.ts';

const FROM = Date.UTC(2024, 0, 1);
const OLD = fakeBuild('old');
const database = await testDatabase({ after });
const context = await testContext({ after }, { database, clock: createManualClock(FROM) });
const { db } = context;
const series = await plantSeries(db, { symbol: 'EURUSD' });
await plantBars(db, series, makeBars({ seed: 1, fromMs: FROM, bars: 2000 }));
const publishWith = (build: typeof OLD) =>
  withParts(
    [() => startAnalyst(context), () => startPublisher(context, { readBuild: async () => build })],
    async () => {},
  );
await publishWith(OLD);
const own = await readEngineBuild();
const commands = openCommands({ after });

async function build(args: readonly string[]) {
  const { host, user, database: name } = database.address;
  const env = { DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${host}` };
  const { status: code, stdout, stderr } = await commands(['build', ...args], env);
  return { code, stdout, stderr };
}

test('the build of the program and the registered ones are printed', async () => {
  const { code, stdout, stderr } = await build([]);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, new RegExp(`build ${own.hash}, Node ${process.version}\\n`));
  assert.match(stdout, /^it is not the newest registered build$/m);
  assert.match(
    stdout,
    new RegExp(`^ {2}row 1, .*: version .*, ${OLD.hash}, first of its version$`, 'm'),
  );
});

/** Rows of the register before the first signal: build, symbols, calendars, model. */
const REGISTER_ROWS = 4;

test('a check before the restart is what the restart registers', async () => {
  const rows = (await readLedger(db)).length;
  const outcomes = (await readOutcomes(db)).length;
  const { code, stdout } = await build(['--check']);
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    new RegExp(
      `^${rows} rows and ${outcomes} outcomes up to row ${rows + REGISTER_ROWS} were computed again$`,
      'm',
    ),
  );
  assert.match(stdout, /^the build reproduces them$/m);
  await publishWith(own);
  const { stdout: after } = await build([]);
  assert.match(after, /^it is the newest registered build$/m);
  assert.match(
    after,
    new RegExp(`${own.hash}, reproduced ${rows} rows and ${outcomes} outcomes$`, 'm'),
  );
});

test('a build that does not reproduce the rows ends with 1 and the first difference', async () => {
  await db.deleteFrom('build_checkpoint' as never).execute();
  await tamper(db, 'update ledger set price = price + 0.1 where seq = 10');
  const { code, stdout } = await build(['--check']);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^the build does not reproduce 1 of them: EURUSD \(epoch 1\): the row of .*: differs price$/m,
  );
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startAnalyst } from '../modules/analysis/index.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { createManualClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { testContext, testDatabase } from '../platform/testing.ts';
import { makeBars } from '../testing/bars.ts';
import { plantBars, plantSeries } from '../testing/market.ts';
import { withParts } from '../testing/parts.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const FROM = Date.UTC(2024, 0, 1);
const database = await testDatabase({ after });
const context = await testContext({ after }, { database, clock: createManualClock(FROM) });
const series = await plantSeries(context.db, { symbol: 'EURUSD' });
await plantBars(context.db, series, makeBars({ seed: 1, fromMs: FROM, bars: 3000 }));
await withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});

function verify(
  ...args: readonly string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { host, user, database: name } = database.address;
  const env = {
    ...process.env,
    DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${host}`,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'verify', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

test('a whole record ends with 0 and what was looked at', async () => {
  const { code, stdout, stderr } = await verify();
  assert.equal(stderr, '');
  assert.match(
    stdout,
    /^\d+ rows and \d+ outcomes in the record; \d+ events of 1 histories recomputed from 3000 bars\nno gap, double or difference\n$/,
  );
  assert.equal(code, 0);
  assert.equal((await verify('--symbol', 'EURUSD')).code, 0);
});

test('a symbol that never was is one sentence and 1', async () => {
  const unknown = await verify('--symbol', 'NOPE');
  assert.deepEqual(unknown, { code: 1, stdout: '', stderr: 'There is no symbol NOPE.\n' });
  const bad = await verify('--symbol', 'eurusd');
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /^--symbol/);
});

test('a changed row ends with 1 and a line that names it', async () => {
  await inTransaction(context.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update ledger set price = price * 2 where seq = 12`.execute(trx);
  });
  const { code, stdout } = await verify();
  assert.match(stdout, /^ledger: row 12 was changed after publication$/m);
  assert.match(
    stdout,
    /^EURUSD \(epoch 1\): row 12 \(.*\) differs from what its bars give: price$/m,
  );
  assert.match(stdout, /^2 findings$/m);
  assert.equal(code, 1);
});

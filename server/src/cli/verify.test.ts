import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readRecordFile } from '@rasat/contract';
import { sql } from 'kysely';
import { startAnalyst } from '../modules/analysis/index.ts';
import { buildRowFile, runRecord } from '../modules/record/index.ts';
import { startPublisher } from '../modules/signals/index.ts';
import { createManualClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { testContext, testDatabase } from '../platform/testing.ts';
import { makeBars } from '../testing/bars.ts';
import { openCommands } from '../testing/commands.ts';
import { plantBars, plantSeries } from '../testing/market.ts';
import { withParts } from '../testing/parts.ts';

const FROM = Date.UTC(2024, 0, 1);
const database = await testDatabase({ after });
const context = await testContext(
  { after },
  { database, clock: createManualClock(FROM + 3001 * 3_600_000) },
);
const series = await plantSeries(context.db, { symbol: 'EURUSD' });
await plantBars(context.db, series, makeBars({ seed: 1, fromMs: FROM, bars: 3000 }));
await withParts([() => startAnalyst(context), () => startPublisher(context)], async () => {});

const commands = openCommands({ after });

async function verify(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { host, user, database: name } = database.address;
  const env = { DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${host}`, ...more };
  const { status: code, stdout, stderr } = await commands(['verify', ...args], env);
  return { code, stdout, stderr };
}

test('a whole record ends with 0 and what was looked at', async () => {
  const { code, stdout, stderr } = await verify([]);
  assert.equal(stderr, '');
  assert.match(
    stdout,
    /^\d+ rows and \d+ outcomes in the record; \d+ events of 1 histories recomputed from 3000 bars\nno gap, double or difference\n$/,
  );
  assert.equal(code, 0);
  assert.equal((await verify(['--symbol', 'EURUSD'])).code, 0);
});

test('a symbol that never was is one sentence and 1', async () => {
  const unknown = await verify(['--symbol', 'NOPE']);
  assert.deepEqual(unknown, { code: 1, stdout: '', stderr: 'There is no symbol NOPE.\n' });
  const bad = await verify(['--symbol', 'eurusd']);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /^--symbol/);
});

test('one downloaded row is computed again without any server, step by step', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rasat-verify-'));
  t.after(() => rm(folder, { recursive: true }));
  const offline = async (text: string, ...more: readonly string[]) => {
    const file = path.join(folder, 'row.json');
    await writeFile(file, text);
    // A database that does not answer: an offline check needs none.
    return verify(['--offline', file, ...more], { DATABASE_URL: 'postgresql://127.0.0.1:9/none' });
  };
  const text = (await buildRowFile(context.db, 40)) ?? '';
  const honest = await offline(text);
  assert.equal(honest.stderr, '');
  assert.match(honest.stdout, /^row 40: EURUSD \(simulated, forex\), /);
  assert.match(honest.stdout, /^equal {6}the row from the bars: \d+ values$/m);
  assert.match(honest.stdout, /^not known {2}place in the tree .*: no head .* covers it yet$/m);
  assert.match(honest.stdout, /^not known {2}matched entries: they have not been computed yet$/m);
  assert.match(honest.stdout, /^equal: everything that can be known .*, 2 not known$/m);
  assert.equal(honest.code, 0);

  const { row } = readRecordFile(text);
  const changed = await offline(text.replace(`"price":${row.price}`, '"price":7.77'));
  assert.match(changed.stdout, /^DIFFERS {4}the row's own hash$/m);
  assert.match(changed.stdout, /^ +hash: published "[0-9a-f]{64}", computed "[0-9a-f]{64}"$/m);
  assert.match(changed.stdout, new RegExp(`^ +price: published 7.77, computed ${row.price}$`, 'm'));
  assert.match(changed.stdout, /^differs: /m);
  assert.equal(changed.code, 1);

  const name = path.join(folder, 'row.json');
  const refused = { code: 1, stdout: '' };
  assert.deepEqual(await offline('[]'), {
    ...refused,
    stderr: `${name} is not the file of a row of the record.\n`,
  });
  assert.deepEqual(await offline(text.slice(0, 900)), {
    ...refused,
    stderr: `${name} is not the file of a row of the record.\n`,
  });
  assert.deepEqual(await offline(text.replace('"version":2', '"version":9')), {
    ...refused,
    stderr: `${name} is the file of a row, but of a version that this program does not read.\n`,
  });
  assert.deepEqual(await offline(text.replace('"digits":5', '"digits":50')), {
    ...refused,
    stderr: `${name} is damaged: "series.digits" cannot be what it says.\n`,
  });
  assert.deepEqual(await verify(['--offline', '/nowhere/row.json']), {
    ...refused,
    stderr: 'There is no file /nowhere/row.json.\n',
  });
  assert.deepEqual(await verify(['--offline', folder]), {
    ...refused,
    stderr: `${folder} cannot be read.\n`,
  });
  assert.match((await offline(text, '--symbol', 'EURUSD')).stderr, /^--symbol and --offline/);
});

test('a kept head is compared with the record, and each difference is named', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rasat-heads-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'head.json');
  const compare = async (content: unknown, ...more: readonly string[]) => {
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return verify(['--head', file, ...more]);
  };
  const { signal } = new AbortController();
  const head = (await runRecord(context, { signal, progress: () => {} }))?.head;
  assert.ok(head);
  const whole = `compared with the record of ${head.size} rows and ${head.outcomes} outcomes`;
  assert.deepEqual(await compare(head), {
    code: 0,
    stdout: `the head of ${head.day} ${whole}\nno difference\n`,
    stderr: '',
  });
  const other = '7'.repeat(64);
  const wrong = await compare([head, { ...head, root: other }]);
  assert.deepEqual(wrong, {
    code: 1,
    stdout: [
      `heads: the head of ${head.day} has another root over the rows: ${other} was kept, the record has ${head.root}`,
      `heads: the rows 1 to ${head.size} do not have the root that was published on ${head.day}`,
      `2 heads ${whole}`,
      '2 differences\n',
    ].join('\n'),
    stderr: '',
  });
  const { outcomesRoot: _root, ...old } = head;
  const { code, stdout } = await compare(old);
  assert.equal(code, 1, 'the record has a root that was not published with this head');
  assert.match(stdout, /another root over the outcomes: none was kept, the record has /);
  assert.match(stdout, /^without a root over the outcomes: \d{4}-\d\d-\d\d; /m);

  const refused = { code: 1, stdout: '' };
  const noHeads =
    'has no head of the record: expected one head or a list of heads, as GET /api/record/heads gives them.';
  for (const text of ['', '{"day', '[]', '{}']) {
    assert.deepEqual(await compare(text), { ...refused, stderr: `${file} ${noHeads}\n` });
  }
  assert.deepEqual(await compare([head, { ...head, size: -1 }]), {
    ...refused,
    stderr: `${file} is damaged: "1.size" cannot be what it says.\n`,
  });
  assert.deepEqual(await verify(['--head', '/nowhere/head.json']), {
    ...refused,
    stderr: 'There is no file /nowhere/head.json.\n',
  });
  const both = await compare(head, '--symbol', 'EURUSD');
  assert.match(both.stderr, /^--symbol and --head cannot be used together/);
});

test('a changed row ends with 1 and a line that names it', async () => {
  await inTransaction(context.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update ledger set price = price * 2 where seq = 12`.execute(trx);
  });
  const { code, stdout } = await verify([]);
  assert.match(stdout, /^ledger: row 12 was changed after publication$/m);
  assert.match(
    stdout,
    /^EURUSD \(epoch 1\): row 12 \(.*\) differs from what its bars give: price$/m,
  );
  assert.match(stdout, /^\d+ findings$/m);
  assert.equal(code, 1);
});

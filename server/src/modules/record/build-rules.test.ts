import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createManualClock } from '../../platform/clock.ts';
import { packEngineBuild } from '../../platform/engine-build.ts';
import { testContext } from '../../platform/testing.ts';
import { MONDAY, tamper } from '../../testing/analysed-record.ts';
import { makeBars } from '../../testing/bars.ts';
import { fakeBuild, waitForBuild } from '../../testing/builds.ts';
import { plantBars, plantSeries } from '../../testing/market.ts';
import { withParts } from '../../testing/parts.ts';
import { startAnalyst } from '../analysis/index.ts';
import { startPublisher } from '../signals/index.ts';
import { certify } from './certificate.ts';
import { verifyRecord } from './verify.ts';

const BUILD = fakeBuild('a');
const OTHER = fakeBuild('b');
const clock = createManualClock(MONDAY + 1000 * 3_600_000);

/** A record whose rows follow the row of a build. */
async function plant(t: TestContext) {
  const context = await testContext(t, { clock });
  const series = await plantSeries(context.db, { symbol: 'EURUSD' });
  await plantBars(context.db, series, makeBars({ seed: 1, fromMs: MONDAY, bars: 1000 }));
  const readBuild = async () => BUILD;
  const parts = [
    () => startAnalyst(context),
    () => startPublisher(context, { readBuild }),
  ] as const;
  await withParts(parts, async () => {});
  return context.db;
}

const archiveOf = (build: typeof BUILD): string => `'\\x${packEngineBuild(build).toString('hex')}'`;
const faults: readonly {
  readonly name: string;
  readonly statements: readonly string[];
  readonly running?: string;
  readonly finds: RegExp;
  readonly code: string;
}[] = [
  {
    name: 'a build that is not what runs',
    statements: [],
    running: OTHER.hash,
    finds: new RegExp(
      `^builds, build-not-running: row 1: the newest build is ${BUILD.hash}; ${OTHER.hash} runs$`,
      'm',
    ),
    code: 'build-not-running',
  },
  {
    name: 'an archive of another build',
    statements: [`update engine_build set archive = ${archiveOf(OTHER)}`],
    finds:
      /^builds, [a-z-]+: row 1: the archive of the build [0-9a-f]{64} is that of another build$/m,
    code: 'archive-differs',
  },
  {
    name: 'an archive that cannot be opened',
    statements: [`update engine_build set archive = 'gibberish'`],
    finds: /^builds, [a-z-]+: row 1: the archive of the build/m,
    code: 'archive-differs',
  },
  {
    name: 'a build without its archive',
    statements: ['delete from engine_build'],
    finds: /^builds, [a-z-]+: row 1: the build [0-9a-f]{64} has no archive$/m,
    code: 'archive-missing',
  },
  {
    name: 'rows of a version that no build has',
    statements: [`update ledger set engine_version = '0.0.1' where seq in (10, 12)`],
    finds:
      /^builds, [a-z-]+: 2 rows of version 0\.0\.1, the first is 10, have no build before them$/m,
    code: 'row-without-build',
  },
  {
    name: 'a build that comes after rows of its version',
    statements: [
      `update ledger_register set detail = jsonb_set(detail, '{version}', '"0.0.1"') where seq = 1`,
    ],
    finds: /^builds, [a-z-]+: \d+ rows of version .*, the first is 5, have no build before them$/m,
    code: 'row-without-build',
  },
  {
    name: 'a build whose version changes its meaning',
    statements: [
      `insert into ledger_register
       select 1000000, kind, created_at, jsonb_set(detail, '{version}', '"9.9.9"'), prev_hash, hash
       from ledger_register where seq = 1`,
    ],
    finds:
      /^builds, [a-z-]+: row 1000000: the build [0-9a-f]{64} is registered otherwise in row 1$/m,
    code: 'build-changed',
  },
  {
    name: 'a list of symbols that was changed',
    statements: [`update ledger_register set detail = '{"symbols":[]}' where kind = 'symbols'`],
    finds: /^ledger: row 2 was changed after publication$/m,
    code: 'row-changed',
  },
  {
    name: 'calendars that are gone',
    statements: [`delete from ledger_register where kind = 'calendars'`],
    finds: /^ledger: row 3 is missing$/m,
    code: '',
  },
];

test('a record whose rows follow their build breaks no rule', async (t) => {
  const db = await plant(t);
  const running = async () => BUILD.hash;
  assert.deepEqual((await verifyRecord(db, { running })).findings, []);
  assert.deepEqual((await certify(db, { clock, running })).failures, []);
  // Rows before the first build row are inherited.
  await tamper(db, `update ledger set engine_version = '0.0.1' where seq = 5`);
  await tamper(db, 'delete from ledger_register');
  const report = await verifyRecord(db, { running: () => assert.fail('no build is registered') });
  assert.ok(report.findings.every(({ where }) => !where.startsWith('builds')));
});

test('a build that is being checked breaks no rule; once it is refused it does', async (t) => {
  const db = await plant(t);
  const build = 'b'.repeat(64);
  const codes = async () =>
    (await certify(db, { clock, running: async () => build })).failures.map(({ class: of }) => of);
  await waitForBuild(db, 'checking', build);
  assert.deepEqual(await codes(), []);
  await waitForBuild(db, 'checking', 'c'.repeat(64));
  assert.deepEqual(await codes(), ['build-not-running'], 'another build is being checked');
  await waitForBuild(db, 'refused', build);
  assert.deepEqual(await codes(), ['build-not-running']);
});

for (const { name, statements, running = BUILD.hash, finds, code } of faults) {
  test(`verify and the certificate name ${name}`, async (t) => {
    const db = await plant(t);
    await tamper(db, ...statements);
    const report = await verifyRecord(db, { running: async () => running });
    assert.match(report.findings.map(({ where, what }) => `${where}: ${what}`).join('\n'), finds);
    const { failures, engineFailures } = await certify(db, { clock, running: async () => running });
    assert.ok(engineFailures > 0);
    if (code === '') return;
    assert.ok(
      failures.some(({ what, event_key: key }) => what === 'register' && key === code),
      JSON.stringify(failures.slice(0, 5)),
    );
    const again = await certify(db, { clock, running: async () => running });
    assert.ok(
      again.failures.some(({ event_key: key }) => key === code),
      'every night',
    );
  });
}

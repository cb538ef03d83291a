import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { prepareDemoAccounts } from '../demo-accounts.ts';
import { findPersonByMail } from '../modules/accounts/index.ts';
import { verifyPassword } from '../modules/auth/index.ts';
import { readRights } from '../modules/rights/index.ts';
import { createClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { loadKeys } from '../platform/keys.ts';
import { createLog } from '../platform/log.ts';
import { testConfig, testDatabase } from '../platform/testing.ts';
import { openCommands } from '../testing/commands.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rasat-user-'));
// The bundled database may run under another account.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true }));
const { db, address } = await testDatabase({ after });
const keysFile = path.join(folder, 'keys.json');
const key = Buffer.alloc(32, 7).toString('base64');
writeFileSync(keysFile, JSON.stringify({ current: '00000001', keys: { '00000001': key } }));

const ELSEWHERE = {
  DATABASE_URL: `postgresql://${address.user}@localhost/${address.database}?host=${address.host}`,
  KEYS_FILE: keysFile,
};

const commands = openCommands({ after });
const run = (args: readonly string[], input = '', env: Record<string, string> = ELSEWHERE) =>
  commands(args, env, input);

const CREATE = ['user', 'create', '--mail', 'Yonetici@Firma.example'];
const PASSWORD = 'ağır çekiç 42';

test('the operator makes the first administrator; the password is read and shown nowhere', async () => {
  const made = await run(
    [...CREATE, '--admin', '--name', 'Ada', '--language', 'az'],
    `${PASSWORD}\n`,
  );
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /^Yonetici@Firma\.example is an administrator now\.$/m);
  assert.ok(!`${made.stdout}${made.stderr}`.includes(PASSWORD));
  const person = await findPersonByMail(db, 'yonetici@firma.example');
  assert.ok(person);
  assert.equal(person.name, 'Ada');
  assert.equal(person.language, 'az');
  assert.equal(await verifyPassword(person.password_hash, PASSWORD), true);
  assert.equal((await readRights(db, person.id, Date.now())).admin, true);

  const again = await run(['user', 'create', '--mail', 'yonetici@FIRMA.example'], `${PASSWORD}\n`);
  assert.deepEqual(again, {
    status: 1,
    stdout: '',
    stderr: 'yonetici@FIRMA.example has an account already.\n',
  });
});

test('without --admin it is an account like any other', async () => {
  const made = await run(['user', 'create', '--mail', 'duz@firma.example'], PASSWORD);
  assert.match(made.stdout, /^duz@firma\.example is an account now\.\n$/);
  const person = await findPersonByMail(db, 'duz@firma.example');
  assert.equal((await readRights(db, person?.id ?? 0, Date.now())).admin, false);
});

test('what is wrong is said in one sentence, and nothing is made', async () => {
  const before = await sql`select count(*) from person`.execute(db);
  for (const [args, input, sentence] of [
    [['user', 'create', '--mail', 'kimse'], PASSWORD, /^--mail must be a mail address\.\n$/],
    [
      ['user', 'create', '--mail', 'a@b.example'],
      'kısa\n',
      /^A password has 6 to 32 characters\.\n$/,
    ],
    [['user', 'create', '--mail', 'a@b.example'], '', /^A password has 6 to 32 characters\.\n$/],
    [['user', 'create', '--mail', 'a@b.example'], '123456\n', /^That password is one of the first/],
    [
      ['user', 'delete', '--mail', 'a@b.example'],
      PASSWORD,
      /^There is no command "user delete"\.\n$/,
    ],
    [['user', 'create'], PASSWORD, /^--mail is missing\.\n/],
    [
      ['user', 'create', '--mail', 'a@b.example', '--password', 'x'],
      '',
      /Unknown option '--password'/,
    ],
    [
      ['user', 'create', '--mail', 'a@b.example', '--language', 'de'],
      PASSWORD,
      /^--language must be/,
    ],
  ] as const) {
    const refused = await run(args, input);
    assert.equal(refused.status, 1, args.join(' '));
    assert.match(refused.stderr, sentence);
    assert.equal(refused.stdout, '');
  }
  assert.deepEqual((await sql`select count(*) from person`.execute(db)).rows, before.rows);
});

test('codes are printed for the demo administrator alone, and on the bundled database alone', async () => {
  const { stderr } = await run(['totp', 'yonetici@firma.example']);
  assert.match(stderr, /^Codes are printed for admin@demo/);
  const elsewhere = await run(['totp', 'admin@demo.rasat']);
  assert.equal(elsewhere.status, 1);
  assert.match(elsewhere.stderr, /^Demo accounts exist on the bundled database alone/);
});

test('the demo administrator is enrolled by the first code, and the codes are those of that secret', async () => {
  const config = testConfig({ RASAT_DATA: path.join(folder, 'data') });
  const log = createLog('silent');
  const database = await openDatabase(config, log);
  const bundled = openPool(database.address, { maxConnections: 2 });
  try {
    await migrate(bundled);
    const keys = await loadKeys(config);
    const clock = createClock();
    await prepareDemoAccounts({ db: bundled, keys, clock, config });
    const totp = () => run(['totp', 'admin@demo.rasat'], '', { RASAT_DATA: config.dataDir });
    const first = await totp();
    assert.match(first.stdout, /^\d{6}\n$/, first.stderr);
    const enrolled = await findPersonByMail(bundled, 'admin@demo.rasat');
    assert.ok(enrolled?.totp_secret && enrolled.totp_confirmed_at !== null);
    await totp();
    const later = await findPersonByMail(bundled, 'admin@demo.rasat');
    assert.deepEqual(later?.totp_secret, enrolled.totp_secret, 'enrolled once');
    const plain = await run(['totp', 'person@demo.rasat'], '', { RASAT_DATA: config.dataDir });
    assert.equal(plain.status, 1);
  } finally {
    await bundled.destroy();
    await database.stop();
  }
});

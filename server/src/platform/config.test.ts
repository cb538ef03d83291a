import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { CONNECTOR_NAMES, PROVIDER_NAMES } from '@rasat/contract';
import { type AdapterSettings, listSettings, readConfig, valuesOf } from './config.ts';
import { secret, setting, text, whole } from './settings.ts';
import { StartError } from './start-error.ts';

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env, []);
  } catch (error) {
    assert.ok(error instanceof StartError);
    return error.message;
  }
  return '';
}

test('without any variable the defaults hold', () => {
  const config = readConfig({ PATH: '/bin' }, []);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 3000);
  assert.equal(config.baseUrl, 'http://localhost:3000');
  assert.match(config.dataDir, /\/\.data$/);
  assert.equal(config.databaseUrl, null);
  assert.equal(config.trustProxy, null);
});

test('an empty variable is an absent one', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: '' }, []).port, 3000);
});

test('values are read', () => {
  const config = readConfig(
    {
      PORT: '8080',
      BASE_URL: 'https://rasat.example/',
      TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1',
      RASAT_DATA: '/srv/rasat',
      RECORD_COSTS: 'forex=2.5pips,XAUUSD=0.55',
    },
    [],
  );
  assert.equal(config.port, 8080);
  assert.equal(config.baseUrl, 'https://rasat.example');
  assert.deepEqual(config.trustProxy, ['10.0.0.1', '10.1.0.0/16', '::1']);
  assert.equal(config.dataDir, '/srv/rasat');
  assert.equal(config.recordCosts, 'forex=2.5pips,XAUUSD=0.55');
});

const mailbox = (name: string, at: number): string => `${name}${at}@rasat.example`;

/** Each with a value that is taken and differs in one thing. */
const WRONG: readonly (readonly [name: string, value: string, taken: string])[] = [
  ['PORT', 'abc', '0'],
  ['PORT', '65536', '65535'],
  ['PORT', '-1', '1'],
  ['PORT', '3e3', '3000'],
  ['PORT', ' 3000', '3000'],
  ['HOST', 'example.com', '127.0.0.1'],
  ['HOST', '127.0.0.256', '127.0.0.255'],
  ['BASE_URL', 'rasat.example', 'https://rasat.example'],
  ['BASE_URL', 'https://rasat.example/path', 'https://rasat.example/'],
  ['BASE_URL', 'ftp://rasat.example', 'https://rasat.example'],
  ['TRUST_PROXY', 'true', '10.0.0.1'],
  ['TRUST_PROXY', '10.0.0.0/33', '10.0.0.0/32'],
  ['TRUST_PROXY', '::1/129', '::1/128'],
  ['DATABASE_URL', 'mysql://localhost/x', 'postgres://localhost/x'],
  ['LOG_LEVEL', 'loud', 'trace'],
  ['RECORD_COSTS', 'forex=-1pips', 'forex=1pips'],
  ['RECORD_COSTS', 'stocks=2bp', 'nasdaq=2bp'],
  ['PAYMENT_PROVIDER', 'cash', 'demo-bank'],
  ['SOURCES', 'simulator', 'simulated'],
  ['SOURCES', 'simulated,simulated', ' simulated '],
  ['SOURCES', ',', 'simulated'],
  ['MAIL_FROM', 'Rasat', 'Rasat <noreply@rasat.example>'],
  [
    'MAIL_FROM',
    'Rasat <noreply@rasat.example>\r\nBcc: x@y.example',
    'Rasat <noreply@rasat.example>',
  ],
  ['MAIL_FROM', 'a@rasat.example, b@rasat.example', 'a@rasat.example'],
  ['OPERATOR_MAIL', 'a@rasat.example;b@rasat.example', 'a@rasat.example, b@rasat.example'],
  ['OPERATOR_MAIL', 'a@rasat.example,a@rasat.example', 'a@rasat.example'],
  [
    'OPERATOR_MAIL',
    Array(11).fill('x').map(mailbox).join(),
    Array(10).fill('x').map(mailbox).join(),
  ],
  ['OPERATOR_LANGUAGE', 'de', 'az'],
];
for (const [name, value, taken] of WRONG) {
  test(`${name}=${value} is refused in one sentence that names it, ${taken} is taken`, () => {
    assert.equal(refusalOf({ [name]: taken }), '');
    const refusal = refusalOf({ [name]: value });
    assert.match(refusal, new RegExp(`^${name} must be .+\\.$`));
    assert.equal(refusal.split('\n').length, 1);
  });
}

test('an unknown provider or source is refused with the names that are known', () => {
  assert.equal(
    refusalOf({ PAYMENT_PROVIDER: 'cash', SOURCES: 'simulated,oracle' }),
    `SOURCES must be one or more of ${CONNECTOR_NAMES.join(', ')}, separated by commas, not "simulated,oracle".
PAYMENT_PROVIDER must be one of ${PROVIDER_NAMES.join(', ')}, not "cash".`,
  );
});

const VENDOR = {
  key: setting('VENDOR_KEY', text, null, 'key', secret),
  credits: setting('VENDOR_CREDITS', whole(1, 99), 8, 'calls a minute'),
};
const ADAPTERS: readonly AdapterSettings[] = [{ family: 'VENDOR_', settings: VENDOR }];

test('settings of adapters are read, refused and listed as ours are, and each adapter reads its own', () => {
  const config = readConfig({ VENDOR_KEY: 'hush', VENDOR_CREDITS: '9' }, ADAPTERS);
  assert.deepEqual(valuesOf(VENDOR, config), { key: 'hush', credits: 9 });
  assert.deepEqual(valuesOf(VENDOR, readConfig({}, ADAPTERS)), { key: null, credits: 8 });
  assert.deepEqual(listSettings(config, ADAPTERS).slice(-2), [
    { variable: 'VENDOR_KEY', value: '***', help: 'key' },
    { variable: 'VENDOR_CREDITS', value: '9', help: 'calls a minute' },
  ]);
  assert.throws(() => readConfig({ VENDOR_CREDITS: '0', VENDOR_KEYS: 'hush' }, ADAPTERS), {
    name: 'StartError',
    message: `VENDOR_CREDITS must be a whole number from 1 to 99, not "0".
VENDOR_KEYS is not a setting of Rasat; \`npm run rasat -- config\` lists them.`,
  });
});

test('a mail server needs a sender, and its address is never repeated', () => {
  const smtp = 'smtps://user:secret@mail.example';
  const refusal = refusalOf({ SMTP_URL: smtp });
  assert.equal(refusal, 'MAIL_FROM must name the sender of mails when SMTP_URL is set.');
  for (const wrong of ['smtps:secret', 'http://u:secret@mail.example', 'smtp://%zz:secret@mail']) {
    assert.match(refusalOf({ SMTP_URL: wrong }), /^SMTP_URL must be an address like [^\n]+\.$/);
    assert.ok(!refusalOf({ SMTP_URL: wrong }).includes('secret'));
  }
  for (const from of ['noreply@rasat.example', 'Rasat Piyasa <noreply@rasat.example>']) {
    assert.equal(readConfig({ SMTP_URL: smtp, MAIL_FROM: from }, []).mailFrom, from);
  }
});

test('a seller is named wholly or not at all', () => {
  const all = {
    SELLER_TITLE: 'Örnek A.Ş.',
    SELLER_TAX_OFFICE: 'Üsküdar',
    SELLER_TAX_NUMBER: '1234567890',
    SELLER_ADDRESS: 'Üsküdar, İstanbul',
  };
  assert.equal(readConfig(all, []).sellerTitle, 'Örnek A.Ş.');
  for (const name of Object.keys(all)) {
    assert.match(refusalOf({ ...all, [name]: '' }), /^SELLER_TITLE, .* must be set together\.$/);
  }
});

test('the chat of the operator is a number and needs a bot', () => {
  const token = { TELEGRAM_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz' };
  const read = (chat: string) => readConfig({ ...token, OPERATOR_TELEGRAM_CHAT: chat }, []);
  assert.equal(read('42000001').operatorTelegramChat, 42_000_001);
  assert.equal(read('-1001234567890').operatorTelegramChat, -1_001_234_567_890);
  for (const wrong of ['@operators', '0', '1.5', '--1']) {
    assert.throws(
      () => read(wrong),
      /^StartError: OPERATOR_TELEGRAM_CHAT must be the id of a chat/,
    );
  }
  assert.equal(
    refusalOf({ OPERATOR_TELEGRAM_CHAT: '42' }),
    'TELEGRAM_TOKEN must be set when OPERATOR_TELEGRAM_CHAT is set.',
  );
});

test('a webhook needs a secret and an address that Telegram can reach', () => {
  const token = { TELEGRAM_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz', TELEGRAM_MODE: 'webhook' };
  assert.equal(
    refusalOf({ ...token, BASE_URL: 'https://rasat.example' }),
    'TELEGRAM_SECRET must be set when TELEGRAM_MODE is webhook.',
  );
  const secret = { TELEGRAM_SECRET: 'abcdefghijklmnop' };
  assert.equal(
    refusalOf({ ...token, ...secret }),
    'BASE_URL must begin with https: when TELEGRAM_MODE is webhook.',
  );
  assert.equal(refusalOf({ ...token, ...secret, BASE_URL: 'https://rasat.example' }), '');
  for (const wrong of [{ TELEGRAM_TOKEN: 'hush' }, { TELEGRAM_SECRET: 'hush hush' }]) {
    const refusal = refusalOf(wrong);
    assert.match(refusal, /^TELEGRAM_(TOKEN|SECRET) must be a [^\n]+\.$/);
    assert.ok(!refusal.includes('hush'));
  }
});

test('everything wrong is said at once, and no secret is repeated', () => {
  const refusal = refusalOf({
    PORT: 'x',
    DATABASE_URL: 'secret',
    RASAT_PORT: '1',
    PRICE_9_MONTHS: '1',
  });
  assert.equal(refusal.split('\n').length, 4);
  assert.ok(!refusal.includes('secret'));
  assert.match(refusal, /RASAT_PORT is not a setting/);
});

test('the list shows every setting once and hides secrets', () => {
  const list = listSettings(readConfig({ DATABASE_URL: 'postgres://u:secret@db/x' }, []), []);
  assert.equal(new Set(list.map((line) => line.variable)).size, list.length);
  assert.equal(list.find((line) => line.variable === 'DATABASE_URL')?.value, '***');
  assert.equal(list.find((line) => line.variable === 'PORT')?.value, '3000');
});

test("the operator's guide explains every setting", () => {
  const guide = readFileSync(`${import.meta.dirname}/../../../docs/operating.md`, 'utf8');
  const settings = listSettings(readConfig({}, []), []);
  assert.deepEqual(
    settings.filter(({ variable }) => !guide.includes(`\`${variable}\``)),
    [],
  );
});

test('an object store needs all of its settings or none', () => {
  const all = {
    S3_ENDPOINT: 'https://objects.example',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'rasat-files',
    S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'a/secret+of=it',
  };
  assert.equal(readConfig(all, []).s3Bucket, 'rasat-files');
  for (const name of Object.keys(all)) {
    const refusal = refusalOf({ ...all, [name]: '' });
    assert.match(refusal, new RegExp(`^${name} must be set too: `));
    assert.ok(!refusal.includes('a/secret'), refusal);
  }
  assert.match(refusalOf({ ...all, S3_BUCKET: 'Rasat Files' }), /^S3_BUCKET must be the name/);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import test, { after, type TestContext } from 'node:test';
import {
  CONNECTOR_NAMES,
  type ConnectorName,
  PROVIDER_NAMES,
  type ProviderName,
  SOURCE_NAMES,
} from '@rasat/contract';
import { sql } from 'kysely';
import { assertAdapters, licenceOf, openProvider, openSources } from './adapters.ts';
import type { OpenedProvider } from './connectors/adapter.ts';
import { demoBankPort } from './connectors/demo-bank/adapter.ts';
import { ADAPTER_SETTINGS, CONNECTORS, folderOf, PACKAGES } from './connectors/register.ts';
import { createClock } from './platform/clock.ts';
import { type Config, listSettings, readConfig } from './platform/config.ts';
import { randomKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { temporaryFolder } from './testing/demo-bank.ts';

const configOf = (env: Record<string, string> = {}): Config => testConfig(env, ADAPTER_SETTINGS);

/** What each adapter needs of the settings. */
const NEEDED: Readonly<Record<ProviderName | ConnectorName, Record<string, string>>> = {
  'demo-bank': {},
  iyzico: {
    IYZICO_URL: 'https://sandbox-api.iyzipay.com',
    IYZICO_API_KEY: 'key',
    IYZICO_SECRET_KEY: 'secret',
  },
  simulated: { SIMULATION_SEED: '7' },
  binance: {},
  twelvedata: { TWELVEDATA_KEY: 'key' },
  'twelvedata-eod': { TWELVEDATA_KEY: 'key' },
  massive: { MASSIVE_KEY: 'key' },
  'massive-index': { MASSIVE_KEY: 'key' },
  laplace: { LAPLACE_KEY: 'key' },
  eodhd: { EODHD_TOKEN: 'key' },
  'eodhd-forex': { EODHD_TOKEN: 'key' },
  'reference-tcmb': {},
  'reference-cbar': {},
  'reference-ecb': {},
};
const IYZICO = { PAYMENT_PROVIDER: 'iyzico', ...NEEDED.iyzico };

async function open(t: TestContext, env: Record<string, string>): Promise<OpenedProvider | null> {
  const context = {
    config: configOf({ RASAT_DATA: temporaryFolder(t), ...env }),
    clock: createClock(),
    keys: randomKeys(),
    log: createLog('silent'),
  };
  const opened = await openProvider(context, () => 'http://127.0.0.1:9');
  t.after(() => opened?.part?.stop());
  return opened;
}

async function openBank(t: TestContext, env: Record<string, string>): Promise<OpenedProvider> {
  const opened = await open(t, { PAYMENT_PROVIDER: 'demo-bank', ...env });
  assert.ok(opened);
  return opened;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address && typeof address === 'object' ? address.port : 0;
}

test('a start with an unknown provider or source ends with the names that are known', (t) => {
  const folder = path.join(temporaryFolder(t), 'data');
  const env = { RASAT_DATA: folder, PAYMENT_PROVIDER: 'demo_bank', SOURCES: 'simulator' };
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'main.ts')],
    { env, encoding: 'utf8' },
  );
  assert.equal(
    stderr,
    `SOURCES must be one or more of ${CONNECTOR_NAMES.join(', ')}, separated by commas, not "simulator".
PAYMENT_PROVIDER must be one of ${PROVIDER_NAMES.join(', ')}, not "demo_bank".
`,
  );
  assert.equal(status, 1);
  assert.equal(existsSync(folder), false);
});

test('who takes payments fits the installation', () => {
  const check = (env: Record<string, string>): string => {
    try {
      assertAdapters(configOf(env));
      return '';
    } catch (error) {
      assert.ok(error instanceof StartError);
      return error.message;
    }
  };
  const own = { DATABASE_URL: 'postgres://db/rasat' };
  const seller = {
    SELLER_TITLE: 'A',
    SELLER_TAX_OFFICE: 'B',
    SELLER_TAX_NUMBER: '1',
    SELLER_ADDRESS: 'C',
  };
  const https = { BASE_URL: 'https://rasat.example' };
  assert.equal(check({}) + check(own) + check({ ...own, ...IYZICO, ...seller, ...https }), '');
  assert.match(
    check({ ...own, PAYMENT_PROVIDER: 'demo-bank' }),
    /^PAYMENT_PROVIDER: demo-bank takes no money; with DATABASE_URL choose iyzico\b.*\.$/,
  );
  assert.equal(
    check({ PAYMENT_PROVIDER: 'iyzico' }),
    `IYZICO_URL, IYZICO_API_KEY, IYZICO_SECRET_KEY, SELLER_TITLE, SELLER_TAX_OFFICE, SELLER_TAX_NUMBER, SELLER_ADDRESS must be set when PAYMENT_PROVIDER is iyzico.
BASE_URL must begin with https: when PAYMENT_PROVIDER is iyzico.`,
  );
  assert.match(check({ ...IYZICO, ...https }), /^SELLER_TITLE, SELLER_TAX_OFFICE/);
  assert.match(check({ ...IYZICO, ...seller }), /^BASE_URL must begin with https:/);
});

test('each name opens its own provider, and the demo bank is opened by no other one', async (t) => {
  assert.equal(configOf().paymentProvider, 'demo-bank', 'by name on the bundled database');
  for (const name of PROVIDER_NAMES) {
    const opened = await open(t, { ...NEEDED[name], PAYMENT_PROVIDER: name });
    assert.equal(opened?.provider.name, name);
    assert.equal(opened.part?.name === 'demo-bank', name === 'demo-bank', name);
  }
  assert.equal(await open(t, { DATABASE_URL: 'postgres://db/rasat' }), null);
});

test('each source is opened under its name, for the audience that is registered', async () => {
  const needed = CONNECTOR_NAMES.map((name) => NEEDED[name]);
  const config = configOf(Object.assign({ SOURCES: CONNECTOR_NAMES.join() }, ...needed));
  const context = { config, clock: createClock(), log: createLog('silent') };
  const opened = await openSources(context);
  assert.deepEqual(
    opened.map(({ name, audience }) => [name, audience]),
    CONNECTOR_NAMES.map((name) => [name, CONNECTORS[name].audience(config).personal]),
  );
});

test('prices for personal use are refused beside a provider that moves money, and the demo bank is none', () => {
  const seller = {
    SELLER_TITLE: 'A',
    SELLER_TAX_OFFICE: 'B',
    SELLER_TAX_NUMBER: '1',
    SELLER_ADDRESS: 'C',
    BASE_URL: 'https://rasat.example',
  };
  const start = (env: Record<string, string>) => () =>
    assertAdapters(configOf({ SOURCES: 'simulated,binance', ...env }));
  assert.doesNotThrow(start({}));
  const real = { ...IYZICO, ...seller };
  assert.throws(start(real), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^SOURCES: binance is licensed for personal use; .*=display\.$/);
    return true;
  });
  assert.throws(start({ ...real, MARKET_LICENCE: 'display,binance=personal' }), /binance/);
  assert.doesNotThrow(start({ ...real, MARKET_LICENCE: 'binance=display' }));
  assert.doesNotThrow(start({ ...real, SOURCES: 'simulated' }));
});

test('a licence is chosen for all sources, and for one of them', () => {
  const chosen = (text: string) => licenceOf(configOf({ MARKET_LICENCE: text }), 'simulated');
  assert.equal(licenceOf(configOf(), 'simulated'), 'personal');
  assert.equal(chosen('display'), 'display');
  assert.equal(chosen('simulated=display'), 'display');
  assert.equal(chosen('display,simulated=personal'), 'personal');
  for (const text of ['demo', 'simulated', 'display,personal', 'oracle=display', 'simulated=free'])
    assert.throws(() => chosen(text), /MARKET_LICENCE must be personal or display/);
});

test('the demo bank is another site than ours to a browser on this machine', async (t) => {
  for (const [baseUrl, hostname] of [
    ['http://localhost:3000', '127.0.0.1'],
    ['http://127.0.0.1:3000', 'localhost'],
  ] as const) {
    const { provider, part } = await openBank(t, { BASE_URL: baseUrl });
    const [origin = ''] = provider.origins;
    assert.equal(new URL(origin).hostname, hostname);
    assert.equal((await fetch(`${origin}/assets/bank.css`)).status, 200);
    assert.deepEqual([part?.name, part?.status()], ['demo-bank', { ready: true }]);
  }
});

test('it takes the port that it is given, else the one after ours', async (t) => {
  const port = await freePort();
  const given = await openBank(t, { DEMO_BANK_PORT: String(port) });
  assert.equal(given.provider.origins[0], `http://127.0.0.1:${port}`);
  await given.part?.stop();
  const beside = await openBank(t, { PORT: String(port - 1) });
  assert.equal(beside.provider.origins[0], `http://127.0.0.1:${port}`);
  const elsewhere = await openBank(t, { PORT: String(port - 1) });
  assert.notEqual(elsewhere.provider.origins[0], beside.provider.origins[0]);
  await assert.rejects(
    openBank(t, { DEMO_BANK_PORT: String(port) }),
    /DEMO_BANK_PORT \d+ is in use/,
  );
  const ports = [{ PORT: '3000', DEMO_BANK_PORT: '70' }, { PORT: '3000' }, { PORT: '65535' }];
  assert.deepEqual(
    ports.map((env) => demoBankPort(configOf(env))),
    [70, 3001, 0],
  );
});

test("settings of adapters stand in the operator's guide, once and in their families", () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const all = listSettings(readConfig({}, ADAPTER_SETTINGS), ADAPTER_SETTINGS);
  const variables = all.map(({ variable }) => variable);
  assert.equal(new Set(variables).size, variables.length);
  for (const { family, settings } of ADAPTER_SETTINGS) {
    for (const { variable } of Object.values(settings)) {
      assert.ok(variable.startsWith(family), variable);
      assert.ok(guide.includes(`\`${variable}\``), variable);
    }
    const others = variables.filter((variable) => variable.startsWith(family));
    assert.equal(others.length, Object.keys(settings).length, family);
  }
});

for (const [variable, wrong, taken] of [
  ['SIMULATION_SEED', '1.5', '15'],
  ['SIMULATION_SEED', '4294967296', '4294967295'],
  ['SIMULATION_SEED', '-1', '0'],
  ['DEMO_BANK_PORT', '65536', '65535'],
  ['IYZICO_URL', 'api.iyzipay.com', 'https://api.iyzipay.com'],
] as const) {
  test(`${variable}=${wrong} is refused in one sentence that names it, ${taken} is taken`, () => {
    assert.equal(configOf({ [variable]: taken }).adapters[variable]?.toString(), taken);
    assert.throws(() => configOf({ [variable]: wrong }), {
      message: new RegExp(`^${variable} must be .+, not "${wrong}"\\.$`),
    });
  });
}

const { db } = await testDatabase({ after });

test('the database takes the payment providers of the list, and no others', async () => {
  const { rows } = await sql<{ checked: string; names: string[] }>`
    select conrelid::regclass || '.' || attname as checked,
      array(select m[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''', 'g') m) as names
    from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'c' and attname = 'provider'`.execute(db);
  assert.deepEqual(rows, [{ checked: 'purchase.provider', names: PROVIDER_NAMES.toSorted() }]);
});

test('what a fresh database says of sources is what is registered', async () => {
  const { rows } = await sql<{ name: string; audience: string }>`
    select name, audience from market_source`.execute(db);
  const kept = new Map(rows.map(({ name, audience }) => [name, audience]));
  const registered = new Map(
    Object.entries(CONNECTORS).map(([name, one]) => [name, one.audience(configOf()).personal]),
  );
  for (const name of SOURCE_NAMES) {
    // A connector writes its own row when it is fed; no other source does.
    const audience = registered.get(name) ?? 'signed-in';
    if (kept.has(name) || !registered.has(name)) assert.equal(kept.get(name), audience, name);
  }
  assert.deepEqual(
    [...kept.keys()].filter((name) => !SOURCE_NAMES.some((one) => one === name)),
    [],
  );
});

test('every adapter has a folder of its name or of its vendor', () => {
  for (const name of [...PROVIDER_NAMES, ...CONNECTOR_NAMES]) {
    const folder = folderOf(name);
    assert.ok(folder in PACKAGES);
    const file = path.join(import.meta.dirname, 'connectors', folder, 'adapter.ts');
    assert.ok(existsSync(file), file);
  }
});

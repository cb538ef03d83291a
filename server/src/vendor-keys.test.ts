import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { CONNECTOR_NAMES, type ConnectorName, ROUTES } from '@rasat/contract';
import { startApp } from './app.ts';
import { ADAPTER_SETTINGS, CONNECTORS } from './connectors/register.ts';
import { createManualClock } from './platform/clock.ts';
import { loadKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { testConfig, testDatabase } from './platform/testing.ts';
import { plantAdmin } from './testing/back-office.ts';
import { until } from './testing/eventually.ts';

// The keys of all vendors at once, before hosts that repeat the whole request in every answer: no key stands in the log,
// in an error or in the back office.

/** A key whose form in an address is another one. */
const KEY = 'kEy+0f/all=vendors';
const REQUESTS = 3;

/** Answers in turn; the last ones make every client silent for some minutes. */
function answer(request: IncomingMessage, response: ServerResponse, count: number): void {
  const told = `${request.url} ${JSON.stringify(request.headers)} ${KEY}`;
  const json = { 'content-type': 'application/json' };
  const answers = [
    () => response.writeHead(500).end(`<html>${told}</html>`),
    () => response.writeHead(200, json).end(`{"${told}`),
    () => response.writeHead(302, { location: `${request.url}&again=${KEY}` }).end(told),
    () => response.writeHead(200, json).end(JSON.stringify({ status: 'error', message: told })),
    () => request.socket.destroy(),
  ];
  const next = answers[count % (answers.length + 1)];
  if (next) next();
  else response.writeHead(401, json).end(JSON.stringify({ code: 401, message: told }));
}

/** Starts a host that tells what it was asked; returns its address and the number of its requests. */
async function startHost() {
  const host = { count: 0, address: '' };
  const server = createServer((request, response) => answer(request, response, host.count++));
  server.on('upgrade', (request, socket) => {
    host.count += 1;
    socket.end(`HTTP/1.1 403 ${KEY}\r\ncontent-length: 0\r\n\r\n${request.url}`);
  });
  server.listen(0, '127.0.0.1');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  host.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

/**
 * Starts a host for each family of sources. Returns the settings that name them, and the hosts of the families with a
 * secret.
 */
async function startHosts(names: readonly ConnectorName[]) {
  const env: Record<string, string> = { SOURCES: names.join() };
  const families = new Set(names.map((name) => CONNECTORS[name].family));
  const asked: Awaited<ReturnType<typeof startHost>>[] = [];
  for (const { family, settings } of ADAPTER_SETTINGS) {
    if (!families.has(family)) continue;
    const host = await startHost();
    const all = Object.values(settings);
    if (all.some(({ secret }) => secret)) asked.push(host);
    for (const { variable, secret } of all) {
      if (secret) env[variable] = KEY;
      else if (variable.endsWith('_STREAM_URL')) env[variable] = host.address.replace('http', 'ws');
      else if (variable.endsWith('_URL')) env[variable] = host.address;
      else if (variable.endsWith('_REQUESTS')) env[variable] = '600';
    }
  }
  return { env, asked };
}

const isBank = (name: ConnectorName): boolean => name.startsWith('reference-');
/** Banks leave their symbols to other sources while one of these cannot be asked. */
const GROUPS = {
  vendors: CONNECTOR_NAMES.filter((name) => !isBank(name)),
  banks: CONNECTOR_NAMES.filter(isBank),
};

for (const [group, names] of Object.entries(GROUPS)) {
  test(`no key of ${group} is in the log or in the back office`, (t) => lookForKeys(t, names));
}

async function lookForKeys(t: TestContext, names: readonly ConnectorName[]): Promise<void> {
  const { env, asked } = await startHosts(names);
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const database = await testDatabase(t);
  const config = testConfig(env, ADAPTER_SETTINGS);
  const stallLimitMs = Number.POSITIVE_INFINITY;
  const app = await startApp(config, { database: database.address, site: null, log, stallLimitMs });
  t.after(() => app.stop());
  assert.ok(asked.length > 0);
  // Later answers than these refuse the key.
  const isRefused = () => lines.some((line) => /does not know the key \(HTTP 401\)/.test(line));
  await until(
    'each was asked, and one refused the key',
    async () => asked.every(({ count }) => count >= REQUESTS) && isRefused(),
  );

  const clock = createManualClock(Date.now());
  const keys = await loadKeys(config);
  const { cookie } = await plantAdmin({ db: database.db, clock, config, keys } as never, clock);
  const texts = new Map<string, string>();
  for (const { method, access, path } of Object.values(ROUTES)) {
    if (method !== 'GET' || access !== 'admin') continue;
    const filled = path.replaceAll(/:\w+/g, 'twelvedata');
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    texts.set(path, await (await fetch(`${app.address}/api${filled}`, { headers })).text());
  }
  for (const path of ['/metrics', '/health']) {
    texts.set(path, await (await fetch(`${app.operator}${path}`)).text());
  }
  for (const name of names) assert.match(texts.get('/admin/feeds') ?? '', new RegExp(`"${name}"`));
  for (const form of [KEY, encodeURIComponent(KEY), KEY.replaceAll('/', '%2F')]) {
    const telling = lines.filter((line) => line.includes(form));
    assert.deepEqual(telling.slice(0, 3), []);
    for (const [path, text] of texts) assert.ok(!text.includes(form), path);
  }
}

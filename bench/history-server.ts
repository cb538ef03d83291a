import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LIMITS } from '@rasat/contract';
import pg from 'pg';
import { PERSON_CHANNEL } from '../server/src/modules/accounts/index.ts';
import { registerMarketRoutes } from '../server/src/modules/market/index.ts';
import { startBoard } from '../server/src/modules/market/read/board.ts';
import { createGuard } from '../server/src/modules/rights/index.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { startTestServer, testContext } from '../server/src/platform/testing.ts';
import { ROW_TABLE } from './row-table.ts';

/**
 * One contender of the history benchmark in a separate process: `node history-server.ts VARIANT SOCKET_FOLDER
 * DATABASE`. Its first message is its port; it answers every message with its CPU time in microseconds. A
 * `GuardCommand` first calls the guard, one call after the other.
 *
 * - `rasat`: the product's call, its guard and limits included, over its own store
 * - `rows`: node:http and `pg` over a table of one row for each bar
 * - `prebuilt`: the product's guard, node:http and a Buffer that was made before, compressed on request
 * - `stringify`: node:http and JSON.stringify over objects that were made before
 */
const [variant = '', host = '', database = ''] = process.argv.slice(2);
const address = { host, user: 'rasat', database };
const JSON_TYPE = 'application/json; charset=utf-8';
const NEWEST = `select t, o, h, l, c, v from ${ROW_TABLE}
  where series_id = $1 and resolution = '60' and t < $2 order by t desc limit $3`;

/** Calls the guard with a session a number of times. */
export interface GuardCommand {
  readonly calls: number;
  readonly cookie: string;
  /** Whether the guard may answer from memory, as for a reading call. */
  readonly mayRecall: boolean;
}

interface RowBar {
  readonly d: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

const pool = new pg.Pool({ ...address, max: 10 });

async function readRows(toMs: number, limit: number): Promise<RowBar[]> {
  const { rows } = await pool.query<{ t: string; o: number } & Omit<RowBar, 'd'>>({
    name: 'newest',
    text: NEWEST,
    values: [1, toMs, limit],
  });
  return rows
    .reverse()
    .map(({ t, o, h, l, c, v }) => ({ d: Number(t), o, h, l, c, v }) satisfies RowBar);
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const answers = (makeBody: (url: URL) => Buffer | Promise<Buffer>): Promise<number> =>
  listen((request, response) => {
    void (async () => {
      const body = await makeBody(new URL(request.url ?? '/', 'http://127.0.0.1'));
      const headers = { 'content-type': JSON_TYPE, 'content-length': body.length };
      response.writeHead(200, headers).end(body);
    })();
  });

const tidy = { after: () => {} };

/** Returns a context of the product and its guard, once the guard receives notices. */
async function openGuarded() {
  const db = openPool(address, { maxConnections: 10, statementTimeoutMs: 2000, name: 'bench' });
  const context = await testContext(tidy, { database: { address, db } });
  const guard = createGuard(context);
  await new Promise<void>((resolve) => void context.listen(PERSON_CHANNEL, () => resolve()));
  return { context, guard };
}

const { context, guard } = await openGuarded();

async function startRasat(): Promise<number> {
  const board = await startBoard(context);
  let calls = 0;
  const { web } = await startTestServer(tidy, {
    context,
    guard: async (...asked) => {
      const person = await guard(...asked);
      // Limits of calls are off.
      return person && { ...person, id: Math.floor(calls++ / LIMITS.dataCallsPerMinute) };
    },
    routes: (one) => registerMarketRoutes(one, board),
  });
  return (web.app.server.address() as AddressInfo).port;
}

const newest = async (): Promise<RowBar[]> => readRows(8_640_000_000_000_000, LIMITS.historyMax);

async function start(): Promise<number> {
  if (variant === 'rasat') return startRasat();
  if (variant === 'rows') {
    return answers(async (url) => {
      const { searchParams } = url;
      const bars = await readRows(
        Number(searchParams.get('to')),
        Number(searchParams.get('limit')),
      );
      return Buffer.from(JSON.stringify(bars));
    });
  }
  const bars = await newest();
  if (variant === 'stringify') return answers(() => Buffer.from(JSON.stringify(bars)));
  const prebuilt = Buffer.from(JSON.stringify(bars));
  const zipped = gzipSync(prebuilt);
  const encoded = { 'content-encoding': 'gzip' };
  return listen((request, response) => {
    void guard('user', request, { mayRecall: true }).then(() => {
      const isZipped = request.headers['accept-encoding'] === 'gzip';
      const body = isZipped ? zipped : prebuilt;
      const headers = { 'content-type': JSON_TYPE, 'content-length': body.length };
      response.writeHead(200, isZipped ? { ...headers, ...encoded } : headers).end(body);
    });
  });
}

async function askGuard({ calls, cookie, mayRecall }: GuardCommand): Promise<void> {
  for (let at = 0; at < calls; at += 1) await guard('user', { headers: { cookie } }, { mayRecall });
}

async function answer(command: 'cpu' | GuardCommand): Promise<void> {
  if (command !== 'cpu') await askGuard(command);
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
}

process.on('message', (command: 'cpu' | GuardCommand) => void answer(command));
process.send?.({ port: await start() });

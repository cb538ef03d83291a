import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@rasat/contract';
import pg from 'pg';
import { startBoard } from '../server/src/modules/market/board.ts';
import { registerMarketRoutes } from '../server/src/modules/market/index.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { startTestServer, testContext } from '../server/src/platform/testing.ts';
import { ROW_TABLE } from './row-table.ts';

/**
 * One contender of the history benchmark in a process of its own: `node history-server.ts VARIANT SOCKET_FOLDER DATABASE`.
 * Greets with its port; answers every message with the CPU it has used, in microseconds.
 *
 * - `rasat`: the product's call, its guard and limits included, over its own store
 * - `rows`: node:http and `pg` over a table of one row for each bar
 * - `prebuilt`: node:http and a Buffer that was made before
 * - `stringify`: node:http and JSON.stringify over objects that were made before
 */
const [variant = '', host = '', database = ''] = process.argv.slice(2);
const address = { host, user: 'rasat', database };
const JSON_TYPE = 'application/json; charset=utf-8';
const NEWEST = `select t, o, h, l, c, v from ${ROW_TABLE}
  where series_id = $1 and resolution = '60' and t < $2 order by t desc limit $3`;

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

async function startRasat(): Promise<number> {
  const tidy = { after: () => {} };
  const db = openPool(address, { maxConnections: 10, statementTimeoutMs: 2000, name: 'bench' });
  const context = await testContext(tidy, { database: { address, db } });
  const board = await startBoard(context);
  let calls = 0;
  const { web } = await startTestServer(tidy, {
    context,
    // Nobody has more calls than the limit allows.
    guard: async () => ({
      id: Math.floor(calls++ / LIMITS.dataCallsPerMinute),
      publicId: 'BENCH',
      sessionId: 1,
      subscriber: true,
      student: true,
      admin: false,
    }),
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
  return answers(() => prebuilt);
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.({ port: await start() });

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ticksTopic } from '../modules/market/index.ts';
import { createGuard } from '../modules/rights/index.ts';
import { startStream } from '../modules/stream/index.ts';
import { createClock } from '../platform/clock.ts';
import { openPool } from '../platform/db/pool.ts';
import {
  startTestServer,
  type Tidy,
  testCluster,
  testContext,
  testDatabase,
} from '../platform/testing.ts';
import { plantSeries } from './market.ts';
import { plantPerson } from './people.ts';

// `node server/src/testing/web-pair-process.ts PEOPLE`: two web processes of one installation on a database of their
// own, with a live socket that repeatedly sends the price of EURUSD. Prints `{"origin", "ports", "cookies"}` in one
// line; a line `kill` on its input kills the first process with -9. Ends when its input ends.

const PRICE_EVERY_MS = 100;

const undo: (() => Promise<void> | void)[] = [];
const tidy: Tidy = { after: (fn) => void undo.push(fn) };

/** Runs one web process: `serve NAME`, the database's name. Prints its port. */
async function serve(database: string): Promise<void> {
  const address = { ...(await testCluster()), database };
  const db = openPool(address, { maxConnections: 5 });
  const context = await testContext(tidy, { database: { address, db }, clock: createClock() });
  const { web } = await startTestServer(tidy, {
    context,
    guard: createGuard(context),
    routes: async (one) => void (await startStream(one)),
  });
  const price = setInterval(() => {
    context.bus.publish(ticksTopic, [{ s: 'EURUSD', d: context.clock.now(), p: 1.1 }]);
  }, PRICE_EVERY_MS);
  undo.push(
    () => clearInterval(price),
    () => db.destroy(),
  );
  const bound = web.app.server.address();
  console.log(typeof bound === 'object' ? bound?.port : bound);
  await once(process.stdin.resume(), 'end');
}

async function startTwo(people: number): Promise<void> {
  const { address, db } = await testDatabase(tidy);
  await plantSeries(db, { symbol: 'EURUSD' });
  const context = await testContext(tidy, { database: { address, db }, clock: createClock() });
  const cookies: string[] = [];
  for (let at = 0; at < people; at += 1) cookies.push((await plantPerson(context)).cookie);

  const children: ChildProcess[] = [];
  const ports: number[] = [];
  for (let at = 0; at < 2; at += 1) {
    const child = spawn(process.execPath, [import.meta.filename, 'serve', address.database], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, RASAT_TEST_PG: address.host },
    });
    undo.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    ports.push(Number(line));
    children.push(child);
  }
  console.log(JSON.stringify({ origin: new URL(context.config.baseUrl).origin, ports, cookies }));
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'kill') children[0]?.kill('SIGKILL');
  }
}

const [word = '', name = ''] = process.argv.slice(2);
await (word === 'serve' ? serve(name) : startTwo(Number(word)));
for (const fn of undo.toReversed()) await fn();
process.exit(0);

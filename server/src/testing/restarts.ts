import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createClock } from '../platform/clock.ts';
import { type Tidy, testConfig, testDatabase } from '../platform/testing.ts';
import { type ApiAnswer, openApiClient } from './api-client.ts';
import { EARLY_CLOCK } from './early-clock.ts';
import { until } from './eventually.ts';
import { type PlantedPerson, plantPerson } from './people.ts';
import { spawnServer } from './spawn-server.ts';

const CALLERS = 12;
const SOCKETS = 8;

/** Results of a run in which servers were stopped under load. */
export interface RestartReport {
  readonly served: number;
  /** Number of calls under way at a signal, and of later ones that were served nevertheless. */
  readonly underWay: number;
  readonly servedLate: number;
  /** Milliseconds from each signal to the end of the process. */
  readonly endedMs: readonly number[];
}

/**
 * Runs servers one after the other on one database, each until SIGTERM during calls and with open sockets. Calls under
 * way are answered, none with 5xx; every socket is closed with 1012; the process exits with 0.
 */
export async function surviveRestarts(
  t: Tidy,
  restarts: number,
  random: () => number,
): Promise<RestartReport> {
  const { address, db } = await testDatabase(t);
  const context = { db, clock: createClock(EARLY_CLOCK), config: testConfig() };
  const people: PlantedPerson[] = [];
  for (let i = 0; i < CALLERS; i += 1) {
    people.push(await plantPerson(context, { rights: ['subscription'] }));
  }
  const report = { served: 0, underWay: 0, servedLate: 0, endedMs: [] as number[] };
  for (let i = 0; i < restarts; i += 1) {
    const server = spawnServer(address, EARLY_CLOCK, { SIMULATION_SEED: '1' });
    const origin = await server.address;
    // Every other server is stopped while the markets are being filled, which is its busiest time.
    if (i % 2 === 0) {
      const isReady = async () => (await fetch(`${origin}/api/health`)).status === 200;
      await until('the server is ready', isReady);
    }
    const closed = await openSockets(origin, people);
    const load = putUnderLoad(origin, people);
    await until('every caller was answered', () => load.answers.length > CALLERS * 3);
    await pause(random() * 300);
    await load.burst();
    const signalMs = performance.now();
    await server.stop();
    report.endedMs.push(performance.now() - signalMs);
    await load.end();
    assert.deepEqual(
      await Promise.all(closed),
      closed.map(() => 1012),
    );
    for (const { status, fault, beganMs, endedMs, text } of load.answers) {
      const what = `${status} ${fault} ${text.slice(0, 200)}, ${Math.round(beganMs - signalMs)} ms`;
      assert.ok(status < 500, `refused: ${what}`);
      const isUnderWay = beganMs < signalMs && endedMs > signalMs;
      if (beganMs < signalMs) assert.equal(status, 200, `lost: ${what}`);
      if (isUnderWay) report.underWay += 1;
      else if (status === 200 && beganMs > signalMs) report.servedLate += 1;
      if (status === 200) report.served += 1;
    }
  }
  return report;
}

/** Opens live sockets; each returned promise resolves with the socket's close code. */
async function openSockets(
  origin: string,
  people: readonly PlantedPerson[],
): Promise<readonly Promise<number>[]> {
  const sockets = Array.from({ length: SOCKETS }, (_, i) => {
    const ws = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, {
      headers: { origin, cookie: people[i % people.length]?.cookie ?? '' },
    });
    ws.on('error', () => {});
    return ws;
  });
  const closed = sockets.map((ws) => new Promise<number>((resolve) => ws.on('close', resolve)));
  await Promise.all(sockets.map((ws) => once(ws, 'open')));
  for (const ws of sockets) ws.send(JSON.stringify({ join: 'ticks:forex' }));
  return closed;
}

/** Makes every person call again as soon as the last call is answered. */
function putUnderLoad(origin: string, people: readonly PlantedPerson[]) {
  const client = openApiClient(origin);
  const answers: ApiAnswer[] = [];
  let over = false;
  const calling = people.map(async ({ cookie }, i) => {
    for (let at = i; !over; at += 1) {
      const answer =
        at % 3 === 0
          ? await client.call('/account/favorites', cookie, { symbol: 'EURUSD' })
          : await client.call(at % 3 === 1 ? '/symbols' : '/account/sessions', cookie);
      answers.push(answer);
      // A person may call ten times a second; a client without an answer retries soon.
      await pause(answer.status === 0 ? 30 : 60);
    }
  });
  const late: Promise<unknown>[] = [];
  return {
    answers,
    /** Makes one more call of every client at once; resolves when all are sent. */
    async burst(): Promise<void> {
      const sent = people.map(
        ({ cookie }) =>
          new Promise<void>((resolve) => {
            const call = client.call('/account/sessions', cookie, undefined, resolve);
            late.push(call.then((answer) => answers.push(answer)));
          }),
      );
      await Promise.all(sent);
    },
    async end(): Promise<void> {
      over = true;
      await Promise.all([...calling, ...late]);
      client.close();
    },
  };
}

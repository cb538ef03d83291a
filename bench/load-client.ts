import http from 'node:http';
import { type DelaySummary, Delays } from './delays.ts';
import { openLiveClient } from './live-client.ts';

// `load-client.ts PORT`: holds live sockets and makes calls at a steady rate, in a separate process. The delay of a
// call counts from its due time, so that a stalled server does not reduce the load.

/** The commands of the parent process. */
export type ClientCommand =
  | { readonly do: 'open'; readonly sockets: readonly SocketSettings[] }
  | { readonly do: 'call'; readonly calls: readonly CallSettings[]; readonly perSecond: number }
  | { readonly do: 'report' };

/** One socket. */
export interface SocketSettings {
  readonly cookie: string;
  readonly channels: readonly string[];
}

/** One call; the list of calls is repeated. */
export interface CallSettings {
  readonly path: string;
  readonly cookie: string;
}

/** The results of a client since the last report. */
export interface ClientReport {
  /** From the tick's time to its reading by the client. */
  readonly ticks: DelaySummary;
  readonly frames: number;
  readonly calls: DelaySummary;
  /** Calls without status 200 by status, and broken calls. */
  readonly failed: Readonly<Record<string, number>>;
  /** Sockets that were closed or broke, by reason. */
  readonly ended: Readonly<Record<string, number>>;
  readonly cpuMs: number;
}

const port = Number(process.argv[2]);
const TIME = Buffer.from('"d":');
const ZERO = 48;
/** Sockets that are opened concurrently. */
const OPEN_WIDTH = 20;
const CALL_TICK_MS = 5;
/** A second with a 99th percentile above this is reported. */
const LATE_MS = 150;

const tickDelays = new Delays(LATE_MS);
const callDelays = new Delays(LATE_MS);
let failed: Record<string, number> = {};
let ended: Record<string, number> = {};
let frames = 0;

const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

function noteText(chunk: Buffer, from: number, to: number): void {
  frames += 1;
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  let at = chunk.indexOf(TIME, from);
  while (at >= 0 && at < to) {
    let timeMs = 0;
    at += TIME.length;
    for (let digit = (chunk[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; ) {
      timeMs = timeMs * 10 + digit;
      at += 1;
      digit = (chunk[at] ?? 0) - ZERO;
    }
    tickDelays.note(nowMs - timeMs, second);
    at = chunk.indexOf(TIME, at);
  }
}

async function open(sockets: readonly SocketSettings[]): Promise<void> {
  const queue = sockets.values();
  const work = async (): Promise<void> => {
    for (const { cookie, channels } of queue) {
      const onEnd = (reason: string): void => count(ended, reason);
      await openLiveClient({ port, cookie, channels, onText: noteText, onEnd });
    }
  };
  await Promise.all(Array.from({ length: OPEN_WIDTH }, work));
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });

function call({ path, cookie }: CallSettings, dueMs: number): void {
  const note = (outcome: string): void => {
    callDelays.note(performance.now() - dueMs, Math.floor(dueMs / 1000));
    if (outcome !== '200') count(failed, outcome);
  };
  const headers = { cookie, 'accept-encoding': 'gzip', 'sec-fetch-site': 'same-origin' };
  http
    .get({ agent, host: '127.0.0.1', port, path, headers }, (reply) => {
      reply.on('end', () => note(String(reply.statusCode)));
      reply.on('error', (error) => note(error.message));
      reply.resume();
    })
    .on('error', (error) => note(error.message));
}

let caller: NodeJS.Timeout | undefined;

function beginCalls(calls: readonly CallSettings[], perSecond: number): void {
  clearInterval(caller);
  if (perSecond === 0) return;
  let next = 0;
  let dueMs = performance.now();
  caller = setInterval(() => {
    for (; dueMs <= performance.now(); dueMs += 1000 / perSecond) {
      const one = calls[next++ % calls.length];
      if (one) call(one, dueMs);
    }
  }, CALL_TICK_MS);
}

function report(): ClientReport {
  const { user, system } = process.cpuUsage();
  const seen: ClientReport = {
    ticks: tickDelays.take(),
    frames,
    calls: callDelays.take(),
    failed,
    ended,
    cpuMs: (user + system) / 1000,
  };
  failed = {};
  ended = {};
  frames = 0;
  return seen;
}

async function answer(command: ClientCommand): Promise<object> {
  if (command.do === 'open') await open(command.sockets);
  if (command.do === 'call') beginCalls(command.calls, command.perSecond);
  return command.do === 'report' ? report() : {};
}

// The parent has failed.
process.on('disconnect', () => process.exit());
process.on('message', (command: ClientCommand) => {
  answer(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.('ready');

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';

/** Somebody whom a test may be: nobody, or one of the accounts that the server has for each role. */
export type Role = 'person' | 'student' | 'subscriber' | 'admin';

/** An account of the server under test. */
export interface Account {
  readonly role: Role;
  readonly mail: string;
  readonly password: string;
}

/** A running server for the browser tests. */
export interface Site {
  /** Where it answers, like `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** One account a role. */
  readonly accounts: readonly Account[];
  /** The server's clock, UTC epoch milliseconds. */
  now(): number;
  /** A vendor delivers a closed base bar again; throws on a server that was not started for the test. */
  deliverAgain(bar: LateBar): Promise<void>;
}

/** A bar as a vendor delivers it the second time; `d` is its opening time. */
export interface LateBar {
  readonly symbol: string;
  readonly d: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

/** A Wednesday on which every market of the product trades at some hour, and forex and crypto at this one. */
const AT = '2026-11-18T13:20:00Z';
const SERVE = path.resolve(import.meta.dirname, '../server/src/testing/serve.ts');
/** A slow and busy machine needs minutes to fill and analyse the markets. */
const READY_LIMIT_MS = 900_000;

/** Fills the markets that every site starts with; whoever starts one meanwhile waits for it. */
export async function prepareSites(): Promise<void> {
  const child = spawn(process.execPath, [SERVE, AT, '--prepare'], { stdio: 'inherit' });
  await new Promise((resolve) => child.on('exit', resolve));
}

/**
 * Starts a server of the file's own, with simulated markets that are filled and analysed up to its clock; it ends with
 * the file, at the top of which this is to be called. `RASAT_E2E_ORIGIN` names a running one to be used instead, and
 * `RASAT_E2E_ACCOUNTS` its accounts as that one printed them.
 */
export async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  let aheadMs = Date.parse(AT) - Date.now();
  const now = () => Date.now() + aheadMs;
  if (running !== undefined) {
    const health = (await (await fetch(`${running}/api/health`)).json()) as { serverTime: number };
    aheadMs = health.serverTime - Date.now();
    const accounts = JSON.parse(process.env.RASAT_E2E_ACCOUNTS ?? '[]') as Account[];
    const deliverAgain = () => Promise.reject(new Error('a running server has its own vendors'));
    return { origin: running, accounts, now, deliverAgain };
  }
  const child = spawn(process.execPath, [SERVE, AT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number>((resolve) => {
    child.on('exit', (code) => resolve(code ?? 1));
  });
  after(async () => {
    // The server ends when nobody holds its input any more.
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  let accounts: readonly Account[] = [];
  const origin = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error('the server under test never became ready')),
      READY_LIMIT_MS,
    );
    lines.on('line', (line) => {
      const [, list] = /^accounts (.+)$/.exec(line) ?? [];
      if (list !== undefined) accounts = JSON.parse(list) as Account[];
      // Set when it started, which it did after the markets had been filled.
      const [, ahead] = /^ahead (-?\d+)$/.exec(line) ?? [];
      if (ahead !== undefined) aheadMs = Number(ahead);
      const [, address] = /^ready (http:\S+)$/.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    });
    void ended.then((code) => {
      clearTimeout(limit);
      reject(new Error(`the server under test ended with ${code}`));
    });
  });
  const deliverAgain = async ({ symbol, d, o, h, l, c, v }: LateBar): Promise<void> => {
    const noted = once(lines, 'line', { signal: AbortSignal.timeout(READY_LIMIT_MS) });
    child.stdin.write(`correction ${[symbol, d, o, h, l, c, v].join(' ')}\n`);
    const [answer] = (await noted) as [string];
    if (answer !== 'corrected') throw new Error(`the server under test answered ${answer}`);
  };
  return { origin, accounts, now, deliverAgain };
}

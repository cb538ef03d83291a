import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { after } from 'node:test';
import { withTimeSpent } from '../server/src/platform/time-spent.ts';
import type { Site } from './site.ts';

const SERVER = path.join(import.meta.dirname, '../server/src');
const STAND_IN = path.join(SERVER, 'connectors/binance/testing/stand-in-process.ts');
const SERVE = path.join(SERVER, 'testing/serve-venue.ts');
const SERVE_MARKETS = path.join(SERVER, 'testing/serve-markets.ts');

/** A server whose sources are stand-ins for vendors. */
export interface VenueSite extends Site {
  /** Switches faults of a stand-in: `begin NAME`, `end`; after the name of the vendor where there are several. */
  readonly tell: (line: string) => void;
}

type Program = ChildProcessByStdio<Writable, Readable, null>;

async function start<T>(...args: readonly string[]): Promise<{ child: Program; said: T }> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { child, said: JSON.parse(line) as T };
  }
  throw new Error(`${args[0]} ended before it was ready`);
}

async function stop(child: Program): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin.end();
  child.kill('SIGTERM');
  await ended;
}

/** Starts the server of `serve-markets.ts` at a moment. It ends with the file. Call it at the top of the file. */
export function startMarketsSite(at: string): Promise<VenueSite> {
  return withTimeSpent('server starts', async () => {
    const { child, said } = await start<Pick<Site, 'origin' | 'accounts'> & { aheadMs: number }>(
      SERVE_MARKETS,
      at,
    );
    after(() => stop(child));
    return {
      ...said,
      proxied: {},
      now: () => Date.now() + said.aheadMs,
      deliverAgain: () => Promise.reject(new Error('the vendors deliver each bar once')),
      tell: (line) => void child.stdin.write(`${line}\n`),
    };
  });
}

/**
 * Starts the stand-in with its options (`stand-in-process.ts`) and a server on the machine's clock that lists ETHUSDT.
 * Both end with the file. Call it at the top of the file.
 */
export function startVenueSite(options: object): Promise<VenueSite> {
  return withTimeSpent('server starts', async () => {
    const venue = await start<{ url: string; streamUrl: string }>(
      STAND_IN,
      JSON.stringify(options),
    );
    const { url, streamUrl } = venue.said;
    const served = await start<Pick<Site, 'origin' | 'accounts'>>(SERVE, url, streamUrl);
    after(async () => {
      await stop(served.child);
      await stop(venue.child);
    });
    return {
      ...served.said,
      proxied: {},
      now: () => Date.now(),
      deliverAgain: () => Promise.reject(new Error('the venue delivers each bar once')),
      tell: (line) => void venue.child.stdin.write(`${line}\n`),
    };
  });
}

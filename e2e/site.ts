import { after } from 'node:test';
import { withTimeSpent } from '../server/src/platform/time-spent.ts';
import {
  deliverAgain,
  type LateBar,
  type SiteAccount,
  type SiteAddress,
  spawnSite,
  takeAccounts,
} from '../server/src/testing/site-process.ts';

/** Who a test may be besides a guest: the role of an account that the server has. */
export type Role = SiteAccount['role'];

/** A running server for the browser tests. */
export interface Site {
  /** Where it answers, like `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** One account a role; no other file has them. */
  readonly accounts: readonly SiteAccount[];
  /** The address from which the file calls, as a proxy tells it: limits of attempts are its own. */
  readonly caller: string;
  /** The server's clock, UTC epoch milliseconds. */
  now(): number;
  /** A vendor delivers a closed base bar again; throws on a server that was not started for the test. */
  deliverAgain(bar: LateBar): Promise<void>;
}

async function enter(address: SiteAddress): Promise<Site> {
  const { number, accounts } = await takeAccounts(address);
  return {
    origin: address.origin,
    accounts,
    // The whole range means this machine, which alone may read the kept mails.
    caller: `127.0.${number >> 8}.${(number & 255) + 1}`,
    now: () => Date.now() + address.aheadMs,
    deliverAgain: (bar) => deliverAgain(address, bar),
  };
}

/** A server that runs already: `RASAT_E2E_ORIGIN` names it, `RASAT_E2E_ACCOUNTS` its accounts as they were printed. */
async function enterRunning(origin: string): Promise<Site> {
  const health = (await (await fetch(`${origin}/api/health`)).json()) as { serverTime: number };
  const aheadMs = health.serverTime - Date.now();
  return {
    origin,
    accounts: JSON.parse(process.env.RASAT_E2E_ACCOUNTS ?? '[]') as SiteAccount[],
    caller: '127.0.0.1',
    now: () => Date.now() + aheadMs,
    deliverAgain: () => Promise.reject(new Error('a running server has its own vendors')),
  };
}

/**
 * Starts a server of the file's own, which ends with the file, at the top of which this is to be called. For files that
 * change what everybody sees: prices, lessons, messages, the landing page.
 */
export async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  if (running !== undefined) return enterRunning(running);
  const site = await withTimeSpent('server starts', spawnSite);
  after(() => site.stop());
  return enter(site);
}

/**
 * The server that the files of a run share, each with accounts of its own; a server of the file's own when it runs alone.
 * For files that change nothing but these accounts.
 */
export async function shareSite(): Promise<Site> {
  const shared = process.env.RASAT_SHARED_SITE;
  return shared === undefined ? startSite() : enter(JSON.parse(shared) as SiteAddress);
}

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
  /** Headers of a proxy that give the file an address of its own, so that limits of attempts are; none on its own server. */
  readonly proxied: Readonly<Record<string, string>>;
  /** The server's clock, UTC epoch milliseconds. */
  now(): number;
  /** A vendor delivers a closed base bar again; throws on a server that was not started for the test. */
  deliverAgain(bar: LateBar): Promise<void>;
}

async function enter(address: SiteAddress, isShared: boolean): Promise<Site> {
  const { number, accounts } = await takeAccounts(address);
  return {
    origin: address.origin,
    accounts,
    proxied: isShared ? { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` } : {},
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
    proxied: {},
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
  return enter(site, false);
}

/**
 * The server that the files of a run share, each with accounts of its own; a server of the file's own when it runs alone.
 * For files that change nothing but these accounts.
 */
export async function shareSite(): Promise<Site> {
  const shared = process.env.RASAT_SHARED_SITE;
  return shared === undefined ? startSite() : enter(JSON.parse(shared) as SiteAddress, true);
}

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

/** Role of an account of the server. */
export type Role = SiteAccount['role'];

/** A running server for the browser tests. */
export interface Site {
  /** Its origin, like `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** One account for each role; no other file uses them. */
  readonly accounts: readonly SiteAccount[];
  /** Headers of a proxy that give the file its own address and limits of attempts; none on its own server. */
  readonly proxied: Readonly<Record<string, string>>;
  /** The server's clock, UTC epoch milliseconds. */
  now(): number;
  /** Lets a vendor deliver a closed base bar again. Rejects on a server that was not started for the test. */
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

/** Uses the running server that `RASAT_E2E_ORIGIN` names, with the accounts of `RASAT_E2E_ACCOUNTS`. */
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
 * Starts a server for this file, which ends with the file. Call it at the top of the file. For files that change data
 * that all visitors see: prices, lessons, messages, the landing page.
 */
export async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  if (running !== undefined) return enterRunning(running);
  const site = await withTimeSpent('server starts', spawnSite);
  after(() => site.stop());
  return enter(site, false);
}

/**
 * Returns the server that the files of a run share, with separate accounts for each file; a file that runs alone gets
 * its own server. For files that change only these accounts.
 */
export async function shareSite(): Promise<Site> {
  const shared = process.env.RASAT_SHARED_SITE;
  return shared === undefined ? startSite() : enter(JSON.parse(shared) as SiteAddress, true);
}

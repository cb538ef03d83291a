import { solveCheck } from '../server/src/testing/auth.ts';
import { type SiteAccount, spawnSite, takeAccounts } from '../server/src/testing/site-process.ts';

/** A running server for the benchmark. */
export interface Site {
  /** Its origin, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly accounts: readonly SiteAccount[];
  stop(): Promise<void>;
}

/**
 * Starts the product's server with filled markets and the built app. `RASAT_E2E_ORIGIN` names a running server to use
 * instead, and `RASAT_E2E_ACCOUNTS` its accounts.
 */
export async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  if (running !== undefined) {
    const known = JSON.parse(process.env.RASAT_E2E_ACCOUNTS ?? '[]') as SiteAccount[];
    return { origin: running, accounts: known, stop: () => Promise.resolve() };
  }
  const site = await spawnSite();
  const { accounts } = await takeAccounts(site);
  return { origin: site.origin, accounts, stop: site.stop };
}

/** Signs a subscriber in. Returns name and value of the session's cookie. */
export async function signIn({ origin, accounts }: Site): Promise<readonly [string, string]> {
  const account = accounts.find(({ role }) => role === 'subscriber');
  if (!account) throw new Error('the server has no subscriber');
  const issued = await fetch(`${origin}/api/auth/challenge/login`);
  const challenge = await solveCheck((await issued.json()) as Record<string, unknown>);
  const { mail: email, password } = account;
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, challenge }),
  });
  const [name, value] = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  if (!name || !value) throw new Error(`the subscriber could not sign in: ${answer.status}`);
  return [name, value];
}

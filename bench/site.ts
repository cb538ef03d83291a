import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { solveCheck } from '../server/src/testing/auth.ts';

const SERVE = path.resolve(import.meta.dirname, '../server/src/testing/serve.ts');
/** A Wednesday on which the markets trade. */
const AT = '2026-11-18T13:20:00Z';

interface Account {
  readonly role: string;
  readonly mail: string;
  readonly password: string;
}

/** A running server of the benchmark's own. */
export interface Site {
  /** Where it answers, like `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly accounts: readonly Account[];
  stop(): Promise<void>;
}

/**
 * The product's server with filled markets and the built app. `RASAT_E2E_ORIGIN` names a running one to be used instead,
 * and `RASAT_E2E_ACCOUNTS` its accounts.
 */
export async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  if (running !== undefined) {
    const known = JSON.parse(process.env.RASAT_E2E_ACCOUNTS ?? '[]') as Account[];
    return { origin: running, accounts: known, stop: () => Promise.resolve() };
  }
  const child = spawn(process.execPath, [SERVE, AT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const stop = (): Promise<void> => {
    child.stdin.end();
    return ended;
  };
  let accounts: readonly Account[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('accounts ')) accounts = JSON.parse(line.slice(9)) as Account[];
    const [, origin] = /^ready (http:\S+)$/.exec(line) ?? [];
    if (origin !== undefined) return { origin, accounts, stop };
  }
  throw new Error('the server never became ready');
}

/** Signs a subscriber in; answers name and value of the session's cookie. */
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
  if (!name || !value) throw new Error(`the subscriber was not let in: ${answer.status}`);
  return [name, value];
}

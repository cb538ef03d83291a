import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

// The server of the browser tests as a process, seen from outside. `serve.ts` is that process.

/** Where a running server of `serve.ts` is reached; survives JSON. */
export interface SiteAddress {
  /** Where it answers, like `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The port for the tests alone. */
  readonly control: string;
  /** Milliseconds from this machine's clock to the server's own. */
  readonly aheadMs: number;
}

/** An account of the server under test. */
export interface SiteAccount {
  readonly role: 'person' | 'student' | 'subscriber' | 'admin';
  readonly mail: string;
  readonly password: string;
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
const AT = '2024-11-20T13:20:00Z';
const SERVE = path.join(import.meta.dirname, 'serve.ts');

/**
 * Starts a server on markets that are filled and analysed up to its clock, which the first one on a cluster does for all.
 * Throws when it ends before it is ready. `stop` ends it.
 */
export async function spawnSite(): Promise<SiteAddress & { stop(this: void): Promise<void> }> {
  const child = spawn(process.execPath, [SERVE, AT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, ready] = /^ready (.+)$/.exec(line) ?? [];
    if (ready === undefined) continue;
    const stop = (): Promise<void> => {
      // The server ends when its input does.
      child.stdin.end();
      return ended;
    };
    return { ...(JSON.parse(ready) as SiteAddress), stop };
  }
  throw new Error('the server under test ended before it was ready');
}

/** Asks for accounts that no other caller was given, one a role; `number` is from 1 on and another one each time. */
export async function takeAccounts({ control }: SiteAddress): Promise<{
  readonly number: number;
  readonly accounts: readonly SiteAccount[];
}> {
  return (await post(`${control}/accounts`, {})) as Awaited<ReturnType<typeof takeAccounts>>;
}

/** Lets a vendor deliver a closed base bar again. */
export async function deliverAgain({ control }: SiteAddress, bar: LateBar): Promise<void> {
  await post(`${control}/correction`, bar);
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the server under test answered ${await answer.text()}`);
  return answer.json();
}

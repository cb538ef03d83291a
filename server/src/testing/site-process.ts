import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

// Process of the server for browser tests, as a test sees it; `serve.ts` is its program.

/** Addresses of a running server of `serve.ts`; serializable as JSON. */
export interface SiteAddress {
  /** Origin, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Address of the control port for tests. */
  readonly control: string;
  /** Milliseconds from this machine's clock to the server's own. */
  readonly aheadMs: number;
}

/** Account of the server under test. */
export interface SiteAccount {
  readonly role: 'person' | 'student' | 'subscriber' | 'admin';
  readonly mail: string;
  readonly password: string;
}

/** Bar that a vendor delivers a second time; `d` is its opening time. */
export interface LateBar {
  readonly symbol: string;
  readonly d: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

/** Wednesday on which every market of the product trades at some hour, and forex and crypto at this one. */
const AT = '2024-11-20T13:20:00Z';
const SERVE = path.join(import.meta.dirname, 'serve.ts');

/**
 * Starts a server whose markets are filled and analysed up to its clock; the first server of a cluster does this for
 * all. Throws when it ends before it is ready. `stop` ends it.
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
      // The end of its input ends the server.
      child.stdin.end();
      return ended;
    };
    return { ...(JSON.parse(ready) as SiteAddress), stop };
  }
  throw new Error('the server under test ended before it was ready');
}

/**
 * Requests accounts that no other caller was given, one for each role; `number` starts at 1 and is different each time.
 */
export async function takeAccounts({ control }: SiteAddress): Promise<{
  readonly number: number;
  readonly accounts: readonly SiteAccount[];
}> {
  return (await post(`${control}/accounts`, {})) as Awaited<ReturnType<typeof takeAccounts>>;
}

/** Delivers a closed base bar again, as a vendor does. */
export async function deliverAgain({ control }: SiteAddress, bar: LateBar): Promise<void> {
  await post(`${control}/correction`, bar);
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the server under test answered ${await answer.text()}`);
  return answer.json();
}

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';

/** A running server for the browser tests. */
export interface Site {
  /** Where it answers, like `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The server's clock, UTC epoch milliseconds. */
  now(): number;
}

/** A Wednesday on which every market of the product trades at some hour, and forex and crypto at this one. */
const AT = '2026-11-18T13:20:00Z';
const SERVE = path.resolve(import.meta.dirname, '../server/src/testing/serve.ts');
/** A slow and busy machine needs minutes to fill and analyse the markets. */
const READY_LIMIT_MS = 900_000;

/**
 * Starts a server of the file's own, with simulated markets that are filled and analysed up to its clock; it ends with
 * the file, at the top of which this is to be called. `RASAT_E2E_ORIGIN` names a running one to be used instead.
 */
export async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  const aheadMs = Date.parse(AT) - Date.now();
  const now = () => Date.now() + aheadMs;
  if (running !== undefined) return { origin: running, now };
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
  const origin = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error('the server under test never became ready')),
      READY_LIMIT_MS,
    );
    lines.on('line', (line) => {
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
  return { origin, now };
}

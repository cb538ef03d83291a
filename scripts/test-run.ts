import { spawn } from 'node:child_process';
import path from 'node:path';
import { inspect } from 'node:util';
import { runInLanes } from './lanes.ts';
import { standstillsSince } from './standstill.ts';
import { runInHost } from './test-hosts.ts';

/** Root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** Counts of passed and failed checks and tests. */
export interface Tally {
  passed: number;
  failed: number;
  /** Names of skipped tests and checks, with the reason. */
  skipped: string[];
  /** Test files and checks that were run, in the order of their ends. */
  readonly ran: Ran[];
}

/** Test file or check, and its duration. */
export interface Ran {
  readonly name: string;
  readonly tookMs: number;
}

/** Returns a tally without entries. */
export function startTally(): Tally {
  return { passed: 0, failed: 0, skipped: [], ran: [] };
}

/** Prints the skipped tests and the closing line of the run, and sets the exit code. */
export function closeTally(tally: Tally): void {
  const { passed, failed, skipped } = tally;
  for (const name of skipped) console.log(`left out: ${name}`);
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs a program as one check; its output is shown when it fails. */
export async function runCheck(
  tally: Tally,
  name: string,
  command: readonly [program: string, ...args: string[]],
  folder = ROOT,
): Promise<boolean> {
  const startMs = performance.now();
  const [program, ...args] = command;
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    // The compiler and the type-aware lint are written in Go, whose garbage collector works less when it may use more
    // memory.
    const env = { ...process.env, FORCE_COLOR: '0', GOGC: '400' };
    const child = spawn(program, args, { cwd: folder, env });
    let text = '';
    const collect = (chunk: Buffer): void => {
      text += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (status) => resolve({ code: status ?? 1, output: text }));
  });
  report(tally, code === 0, name, startMs);
  if (code !== 0) console.log(indent(output.trimEnd()));
  return code === 0;
}

/** Adds one result to the tally and prints it. */
export function report(tally: Tally, passed: boolean, name: string, startMs: number): void {
  const tookMs = performance.now() - startMs;
  if (passed) tally.passed += 1;
  else tally.failed += 1;
  tally.ran.push({ name, tookMs });
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds(tookMs)})`);
}

/**
 * Runs test files, `concurrency` at a time, and counts every test. Prints a line for each file, and each failure in
 * full at once.
 */
export function runTests(
  tally: Tally,
  files: readonly string[],
  concurrency: number,
): Promise<void> {
  const tasks = files.map((file) => ({ run: () => runTestFile(tally, file) }));
  return runInLanes(tasks, concurrency);
}

/**
 * Runs one test file. A file that failed while the whole machine stood still is run once more, and only the second run
 * counts.
 */
export async function runTestFile(tally: Tally, file: string): Promise<void> {
  const startMs = performance.now();
  let outcome = await runFile(file);
  const standstills = outcome.failed > 0 ? standstillsSince(startMs) : [];
  if (standstills.length > 0) {
    const stoodStillMs = standstills.reduce((sum, { lastedMs }) => sum + lastedMs, 0);
    console.log(`again: ${file}, since the machine stood still for ${seconds(stoodStillMs)}`);
    outcome = await runFile(file);
  }
  tally.passed += outcome.passed;
  tally.failed += outcome.failed;
  tally.skipped.push(...outcome.skipped);
  tally.ran.push({ name: file, tookMs: outcome.tookMs });
}

/** Result of one run of a test file. */
interface Outcome {
  passed: number;
  failed: number;
  readonly skipped: string[];
  readonly tookMs: number;
}

async function runFile(file: string): Promise<Outcome> {
  const outcome = { passed: 0, failed: 0, skipped: [] as string[], tookMs: 0 };
  const startMs = performance.now();
  const fail = (title: string, text: string): void => {
    outcome.failed += 1;
    console.log(`FAIL ${title}\n${indent(text)}`);
  };
  try {
    await runInHost(ROOT, file, {
      alone: ALONE.test(file),
      hear: (message) => {
        if (message.kind === 'pass') outcome.passed += 1;
        else if (message.kind === 'fail') fail(`${message.name} (${message.where})`, message.text);
        else if (message.kind === 'note') console.log(indent(message.text));
        else outcome.skipped.push(`${message.name} (${message.reason})`);
      },
    });
  } catch (error) {
    fail(file, inspect(error));
  }
  outcome.tookMs = performance.now() - startMs;
  const { passed, failed } = outcome;
  const counts = failed === 0 ? `${passed}` : `${passed} passed, ${failed} failed`;
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${file}: ${counts} (${seconds(outcome.tookMs)})`);
  return outcome;
}

/** Files that take long, kill processes, or shorten the waits of later files: each has a host of its own. */
const ALONE = /\.soak\.|\.kill\.|\/patience\.test\./;

/** Formats milliseconds as the lines of a run show them. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '     ');
}

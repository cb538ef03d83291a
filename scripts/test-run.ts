import { spawn } from 'node:child_process';
import path from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';

/** The root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** What passed and what failed, over checks and tests alike. */
export interface Tally {
  passed: number;
  failed: number;
  /** Names of what was left out, with the reason. */
  skipped: string[];
}

/** A tally without entries. */
export function startTally(): Tally {
  return { passed: 0, failed: 0, skipped: [] };
}

/** Prints the one line that closes every run and says so in the exit code. */
export function closeTally(tally: Tally): void {
  for (const name of tally.skipped) console.log(`left out: ${name}`);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

/** Runs a program as one check; what it prints is shown when it fails. */
export async function runCheck(
  tally: Tally,
  name: string,
  command: readonly [program: string, ...args: string[]],
  folder = ROOT,
): Promise<boolean> {
  const startMs = performance.now();
  const [program, ...args] = command;
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, FORCE_COLOR: '0' } });
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

/** Enters one result into the tally and prints it. */
export function report(tally: Tally, passed: boolean, name: string, startMs: number): void {
  if (passed) tally.passed += 1;
  else tally.failed += 1;
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds(startMs)})`);
}

/**
 * Runs test files, each in a process of its own, and enters every test. A line for each file, and all about a failure
 * when it happens.
 */
export async function runTests(
  tally: Tally,
  files: readonly string[],
  concurrency: number,
): Promise<void> {
  if (files.length === 0) return;
  const entries = new Map<string, FileEntry>();
  const entryOf = (file: string | undefined): FileEntry => {
    const name = path.relative(ROOT, file ?? 'unknown');
    const entry = entries.get(name) ?? { name, passed: 0, failed: 0 };
    entries.set(name, entry);
    return entry;
  };
  const stream = run({
    files: files.map((file) => path.join(ROOT, file)),
    cwd: ROOT,
    concurrency,
    timeout: FILE_LIMIT_MS,
  });
  stream.on('test:pass', (event) => {
    if (event.details.type === 'suite') return;
    if (event.skip !== undefined || event.todo !== undefined) {
      tally.skipped.push(`${event.name} (${String(event.skip ?? event.todo)})`);
      return;
    }
    tally.passed += 1;
    entryOf(event.file).passed += 1;
  });
  stream.on('test:fail', (event) => {
    if (event.details.type === 'suite') return;
    tally.failed += 1;
    entryOf(event.file).failed += 1;
    const { error } = event.details;
    const where = `${path.relative(ROOT, event.file ?? '')}:${event.line ?? 0}`;
    console.log(`FAIL ${event.name} (${where})\n${indent(inspect(error.cause ?? error))}`);
  });
  stream.on('test:diagnostic', ({ message }) => {
    if (!SUMMARY.test(message)) console.log(indent(message));
  });
  stream.on('test:stderr', ({ message }) => process.stderr.write(message));
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) describe(entryOf(file), duration_ms);
  });
  // Reading the stream is what runs it.
  for await (const _ of stream);
}

/** A file, or one of its tests, that takes longer hangs; slow machines take minutes. */
const FILE_LIMIT_MS = 45 * 60_000;

/** Counts that the runner adds by itself. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

interface FileEntry {
  readonly name: string;
  passed: number;
  failed: number;
}

function describe({ name, passed, failed }: FileEntry, durationMs: number): void {
  const counts = failed === 0 ? `${passed}` : `${passed} passed, ${failed} failed`;
  const duration = `${(durationMs / 1000).toFixed(1)} s`;
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${counts} (${duration})`);
}

function seconds(startMs: number): string {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '     ');
}

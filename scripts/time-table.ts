import { readFileSync } from 'node:fs';
import { type Ran, seconds } from './test-run.ts';

const SLOWEST = 10;

/** Line of the file to which test processes add their sums. */
interface Spent {
  readonly name: string;
  readonly ms: number;
  readonly times: number;
}

/**
 * Prints how the time of a run was spent: the sum over all lanes for each kind of file, the parts inside of the files,
 * and the ten slowest files. `file` is the one to which test processes have added their sums.
 */
export function printTimes(ran: readonly Ran[], file: string): void {
  const kinds = Map.groupBy(ran, kindOf);
  console.log(`where ${seconds(performance.now())} went, in seconds of all lanes:`);
  for (const [kind, own] of kinds) {
    console.log(`     ${kind}: ${seconds(sum(own.map(({ tookMs }) => tookMs)))}`);
  }
  console.log('of which inside of the tests, several at a time:');
  for (const [name, own] of Map.groupBy(readSpent(file), (one) => one.name)) {
    const times = sum(own.map((one) => one.times));
    console.log(`     ${name}: ${seconds(sum(own.map(({ ms }) => ms)))} (${times} times)`);
  }
  console.log('slowest:');
  const slowest = ran.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, SLOWEST);
  for (const { name, tookMs } of slowest) console.log(`     ${name}: ${seconds(tookMs)}`);
}

function kindOf({ name }: Ran): string {
  if (name === 'e2e/crawl.test.ts') return 'crawl';
  if (name.startsWith('e2e/')) return 'other browser tests';
  if (!/\.test\.tsx?$/.test(name)) return name === 'web build' ? name : 'checks';
  return name.startsWith('server/') ? 'tests of the server' : 'other tests';
}

function readSpent(file: string): Spent[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Spent);
  } catch {
    return [];
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

import { DAY_MS, HOUR_MS } from '@rasat/engine';
import { type Clock, createClock } from '../../../platform/clock.ts';
import type { AnyStandIn } from './stand-in-server.ts';

/** The faults of a stand-in. */
export interface SwitchedFaults<Name extends string> {
  begin(name: Name, times?: number): void;
  end(name?: Name): void;
}

/** The part of a stand-in that a process of its own needs. */
interface Served<Name extends string> extends Pick<AnyStandIn, 'url' | 'streamUrl' | 'stop'> {
  readonly faults: SwitchedFaults<Name>;
}

/** What the process of a stand-in can be told by JSON, besides what its vendor has. */
interface StartOptions {
  readonly port: number;
  readonly seed: number;
  /** Days of history before the start, and those of them with as many trades as now. */
  readonly days: number;
  readonly denseDays: number;
}

/** What a stand-in is made with, besides what its vendor has. */
interface Start {
  readonly clock: Clock;
  readonly port: number;
  readonly seed: number;
  readonly fromMs: number;
  readonly denseFromMs: number;
}

const DEFAULTS: StartOptions = { port: 0, seed: 1, days: 120, denseDays: 5 };

/**
 * Returns what the stand-in of this process is made with on the real clock: options of JSON, the first argument, in place
 * of the given and the usual ones.
 */
export function readStart<Own extends object>(
  own: Own & Partial<StartOptions>,
): Start & NoInfer<Own> {
  const told = JSON.parse(process.argv[2] ?? '{}') as Partial<Own & StartOptions>;
  const { days, denseDays, ...start } = { ...DEFAULTS, ...own, ...told };
  const clock = createClock();
  const hourMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  return {
    ...start,
    clock,
    fromMs: hourMs - days * DAY_MS,
    denseFromMs: hourMs - Math.min(days, denseDays) * DAY_MS,
  } as Start & NoInfer<Own>;
}

/** Switches a fault by a line: `begin NAME [TIMES]`, `end [NAME]`. Another name does nothing. */
export function switchFault<Name extends string>(
  line: string,
  faults: SwitchedFaults<Name>,
  names: Readonly<Record<Name, number>>,
): void {
  const isFault = (name: string): name is Name => name in names;
  const [word, name = '', times] = line.trim().split(' ');
  if (word === 'begin' && isFault(name))
    faults.begin(name, times === undefined ? undefined : Number(times));
  else if (word === 'end') faults.end(isFault(name) ? name : undefined);
}

/**
 * Serves a stand-in until the process is told to end: prints one line of JSON, {"url", "streamUrl"} and what else is given,
 * and switches faults by lines on the standard input.
 */
export function serveStandIn<Name extends string>(
  standIn: Served<Name>,
  names: Readonly<Record<Name, number>>,
  more: Readonly<Record<string, string>> = {},
): void {
  const { url, streamUrl, faults } = standIn;
  process.stdout.write(`${JSON.stringify({ url, streamUrl, ...more })}\n`);
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) switchFault(line, faults, names);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void standIn.stop().then(() => process.exit(0)));
}

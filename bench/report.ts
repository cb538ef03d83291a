import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A measured number, its baseline in the same run, and its goal. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is compared with, measured in the same run. */
  readonly baseline?: { readonly name: string; readonly value: number };
  /** value / baseline. */
  readonly ratio?: number;
  /** The goal as it is printed, such as `F2: >= 1.4 x socket.io`. */
  readonly goal?: string;
  readonly met?: boolean;
}

/** A limit of a value or a ratio. */
export interface Goal {
  readonly text: string;
  readonly of: 'value' | 'ratio';
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Collects figures, prints each as it comes and writes all of them as JSON. */
export interface Report {
  add(
    section: string,
    name: string,
    value: number,
    unit: string,
    extra?: { baseline?: { name: string; value: number }; goal?: Goal },
  ): Figure;
  note(text: string): void;
  save(directory: string): string;
}

/** Returns the median of the values; the mean of the two middle ones for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Runs the contenders in turn, `rounds` times, so that disturbances affect all of them. Returns the median of each. */
export async function interleave<K extends string>(
  contenders: Readonly<Record<K, () => number | Promise<number>>>,
  rounds: number,
): Promise<Record<K, number>> {
  const names = Object.keys(contenders) as K[];
  const values = new Map<K, number[]>(names.map((n) => [n, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values.get(name)?.push(await contenders[name]());
  }
  return Object.fromEntries(names.map((n) => [n, median(values.get(n) ?? [])])) as Record<
    K,
    number
  >;
}

function show(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits });
}

/** Makes an empty report that prints to standard output. */
export function createReport(): Report {
  const figures: Figure[] = [];
  const notes: string[] = [];
  let lastSection = '';
  return {
    add(section, name, value, unit, extra = {}) {
      const ratio = extra.baseline ? value / extra.baseline.value : undefined;
      const held = extra.goal?.of === 'ratio' ? ratio : value;
      const met =
        extra.goal && held !== undefined
          ? held >= (extra.goal.atLeast ?? -Infinity) && held <= (extra.goal.atMost ?? Infinity)
          : undefined;
      const figure: Figure = {
        section,
        name,
        value,
        unit,
        ...(extra.baseline && { baseline: extra.baseline }),
        ...(ratio !== undefined && { ratio }),
        ...(extra.goal && { goal: extra.goal.text }),
        ...(met !== undefined && { met }),
      };
      figures.push(figure);
      if (section !== lastSection) console.log(`\n${section}`);
      lastSection = section;
      const against = extra.baseline
        ? `  ${show(ratio ?? Number.NaN)} x ${extra.baseline.name} (${show(extra.baseline.value)})`
        : '';
      const verdict = extra.goal ? `  [${extra.goal.text}: ${met ? 'met' : 'NOT MET'}]` : '';
      console.log(`  ${name.padEnd(46)} ${show(value).padStart(12)} ${unit}${against}${verdict}`);
      return figure;
    },
    note(text) {
      notes.push(text);
      console.log(`  ${text}`);
    },
    save(directory) {
      mkdirSync(directory, { recursive: true });
      const file = path.join(directory, `${new Date().toISOString().replaceAll(':', '-')}.json`);
      const machine = { cpus: os.cpus().length, model: os.cpus()[0]?.model, node: process.version };
      writeFileSync(file, `${JSON.stringify({ machine, figures, notes }, null, 2)}\n`);
      return file;
    },
  };
}

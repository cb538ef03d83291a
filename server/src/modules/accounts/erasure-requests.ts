import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';
import { appendLine } from './erasure-log.ts';

/** Request of a person or its withdrawal, with its times in ISO 8601. */
const request = z.union([
  z.strictObject({ id: z.string(), asked: z.iso.datetime(), due: z.iso.datetime() }),
  z.strictObject({ id: z.string(), withdrawn: z.iso.datetime() }),
]);

/** Line of the log of requests: an erasure that a person requested or withdrew, by public id. */
export type ErasureRequest = z.output<typeof request>;

type Place = Pick<Config, 'dataDir'>;

/**
 * Returns the path of the log. It is outside the database, so that a request survives the restore of an older backup.
 */
function fileOf({ dataDir }: Place): string {
  return path.join(dataDir, 'erasure-requests.log');
}

/** Appends a line; resolves once it is on the disk. */
export function appendErasureRequest(config: Place, entry: ErasureRequest): Promise<void> {
  return appendLine(fileOf(config), entry);
}

/** Reads the newest line of each person. */
export async function readErasureRequests(config: Place): Promise<ErasureRequest[]> {
  const newest = new Map<string, ErasureRequest>();
  for (const entry of parse(await readText(config))) {
    const before = newest.get(entry.id);
    if (!before || timeOf(before) <= timeOf(entry)) newest.set(entry.id, entry);
  }
  return [...newest.values()];
}

/** Appends the lines of another log of requests that this one lacks; removes none. */
export async function mergeErasureRequests(config: Place, other: string): Promise<void> {
  const known = new Set(parse(await readText(config)).map((entry) => JSON.stringify(entry)));
  for (const entry of parse(other)) {
    if (known.has(JSON.stringify(entry))) continue;
    await appendErasureRequest(config, entry);
  }
}

function timeOf(entry: ErasureRequest): number {
  return Date.parse('asked' in entry ? entry.asked : entry.withdrawn);
}

async function readText(config: Place): Promise<string> {
  try {
    return await readFile(fileOf(config), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function parse(text: string): ErasureRequest[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [z.parse(request, JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder } from '../../platform/backup/pieces.ts';
import { StartError } from '../../platform/start-error.ts';

/** A file of events that only grows. */
export interface Journal {
  /** Events in the file when it was opened, oldest first. */
  readonly events: readonly unknown[];
  /**
   * Resolves when the event is on the disk; events are written in the order of the calls. Rejects every call after the
   * first failure.
   */
  append(event: object): Promise<void>;
  /** Resolves when every event appended so far is on the disk. */
  settled(): Promise<void>;
  /** Returns the first failure; null when there was none. */
  failure(): Error | null;
  close(): Promise<void>;
}

/**
 * Opens a journal; creates it when it is missing. A line is the CRC-32 of its JSON in eight hex digits, a space, the
 * JSON and a line feed. An incomplete last line was never acknowledged and is cut off; any other damage is a
 * `StartError`.
 */
export async function openJournal(file: string): Promise<Journal> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const bytes = await handle.readFile();
    const { events, length } = readEvents(bytes, file);
    if (length < bytes.length) await handle.truncate(length);
    await handle.sync();
    // A new file is durable only when its folder is synced.
    await syncFolder(path.dirname(file));
    return createJournal(handle, events);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function readEvents(bytes: Buffer, file: string): { events: unknown[]; length: number } {
  const events: unknown[] = [];
  let from = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, from);
    if (end === -1) return { events, length: from };
    const event = readLine(bytes.subarray(from, end).toString('utf8'));
    if (event === undefined) {
      const isLast = bytes.indexOf(0x0a, end + 1) === -1;
      if (isLast) return { events, length: from };
      throw new StartError(`${file} is damaged; move it away to begin a new one.`);
    }
    events.push(event);
    from = end + 1;
  }
}

function readLine(line: string): unknown {
  const [, sum, json] = /^([0-9a-f]{8}) (.*)$/.exec(line) ?? [];
  return json !== undefined && sum === sumOf(json) ? JSON.parse(json) : undefined;
}

function sumOf(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}

function createJournal(handle: FileHandle, events: readonly unknown[]): Journal {
  let waiting: string[] = [];
  let failure: Error | null = null;
  let writing: Promise<void> | null = null;
  // Events that arrive while a batch is being written form the next batch.
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      await handle.appendFile(lines.join(''));
      await handle.datasync();
    }
  };
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((error: unknown) => {
        failure = error as Error;
        throw error;
      })
      .finally(() => {
        writing = null;
      });
    return writing;
  };
  const settled = async (): Promise<void> => {
    if (failure) throw failure;
    while (writing || waiting.length > 0) await flush();
  };
  return {
    events,
    append(event) {
      const json = JSON.stringify(event);
      waiting.push(`${sumOf(json)} ${json}\n`);
      return settled();
    },
    settled,
    failure: () => failure,
    async close() {
      await settled().catch(() => undefined);
      await handle.close();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Part, PartStatus } from './part.ts';

/** Usage of a folder's file system, in bytes. */
export interface DiskUse {
  readonly usedBytes: number;
  /** Bytes that this account may still write. */
  readonly freeBytes: number;
}

/** Options of the disk watch. */
export interface DiskOptions {
  /** Folder of the data. */
  readonly folder: string;
  /** Whether to reserve disk space in the folder that can be freed when the disk is full. */
  readonly ballast: boolean;
  readonly log: Logger;
  /** Reads the usage. Default: from the file system. */
  readonly measure?: (folder: string) => DiskUse;
  /** Pause between two checks. Default 10 seconds. */
  readonly everyMs?: number;
}

/** The running disk watch. */
export interface DiskPart extends Part {
  /** Returns the usage at the last check; null while it could not be measured. */
  use(): DiskUse | null;
  /** Returns whether the disk is so full that the operator is warned. */
  isFilling(): boolean;
}

/** Used share from which the operator is warned. */
const ALARM_SHARE = 0.85;
/** Free bytes below which writes may fail at any moment. */
const FULL_BYTES = 16 * 2 ** 20;
/** Space that PostgreSQL needs to recover from a full disk; 12 MiB were not enough. */
const BALLAST_BYTES = 64 * 2 ** 20;
const PIECE_BYTES = 2 ** 20;

/** Returns the file that an operator deletes to free space on a full disk. */
export function ballastFile(folder: string): string {
  return path.join(folder, 'ballast');
}

/**
 * Watches the disk of the data: from 85 % used its status and the log warn, and when it is almost full the part is not
 * ready. Keeps a ballast file of 64 MiB while there is space for it; an operator can delete it when nothing else can be
 * deleted.
 */
export function watchDisk(options: DiskOptions): DiskPart {
  const { folder, log, measure = measureDisk, everyMs = 10_000 } = options;
  let status: PartStatus = { ready: true };
  let wasAlarmed = false;
  let last: DiskUse | null = null;
  let making: Promise<void> = Promise.resolve();
  let isMaking = false;
  const stopping = new AbortController();

  const keepBallast = async (use: DiskUse): Promise<void> => {
    const { size } = await stat(ballastFile(folder)).catch(() => ({ size: 0 }));
    const roomy = shareOf({ ...use, usedBytes: use.usedBytes + BALLAST_BYTES }) < ALARM_SHARE;
    if (size < BALLAST_BYTES && roomy) await makeBallast(folder, stopping.signal);
  };
  const look = (): void => {
    let use: DiskUse;
    try {
      use = measure(folder);
      last = use;
    } catch (error) {
      log.warn({ err: error }, 'the disk could not be measured');
      return;
    }
    const percent = Math.floor(shareOf(use) * 100);
    const isAlarmed = shareOf(use) >= ALARM_SHARE;
    const free = `${Math.floor(use.freeBytes / 1e6)} MB are free`;
    status = {
      ready: use.freeBytes >= FULL_BYTES,
      detail: isAlarmed
        ? `the disk is ${percent} % full, ${free}`
        : `${percent} % of the disk are used`,
    };
    if (isAlarmed && !wasAlarmed) log.warn({ folder, percent, ...use }, 'the disk is getting full');
    wasAlarmed = isAlarmed;
    if (!options.ballast || isAlarmed || isMaking) return;
    isMaking = true;
    making = keepBallast(use)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'no ballast could be made');
      })
      .finally(() => {
        isMaking = false;
      });
  };
  look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    name: 'disk',
    status: () => status,
    use: () => last,
    isFilling: () => wasAlarmed,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await making;
    },
  };
}

/** Returns the used share of a disk, 0 to 1. */
export function shareOf({ usedBytes, freeBytes }: DiskUse): number {
  return usedBytes / Math.max(1, usedBytes + freeBytes);
}

/** Measures like `df`: space reserved for the system's own account is neither used nor free. */
function measureDisk(folder: string): DiskUse {
  const { bsize, blocks, bfree, bavail } = statfsSync(folder);
  return { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize };
}

/**
 * Writes the ballast: random bytes, which no file system can compress. It is renamed when complete, so that no partial
 * ballast exists.
 */
async function makeBallast(folder: string, signal: AbortSignal): Promise<void> {
  const beside = `${ballastFile(folder)}.new`;
  const piece = randomBytes(PIECE_BYTES);
  try {
    const file = await open(beside, 'w', 0o600);
    try {
      for (let done = 0; done < BALLAST_BYTES; done += PIECE_BYTES) {
        signal.throwIfAborted();
        await file.write(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, ballastFile(folder));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

import { standIn, type Tidy } from '../../../testing/stand-in.ts';

/** Downloaded file. */
export interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Replaces the browser's downloads until the test ends; returns the files that were saved. */
export function standInDownloads(t: Tidy): readonly SavedFile[] {
  const files = new Map<string, Blob>();
  const saved: SavedFile[] = [];
  standIn(t, URL, {
    createObjectURL(file: Blob): string {
      const address = `blob:${files.size + 1}`;
      files.set(address, file);
      return address;
    },
    revokeObjectURL: () => undefined,
  });
  const { setTimeout: later } = globalThis;
  standIn(t, globalThis, {
    // The file's address is revoked a minute later, after the test.
    setTimeout(fn: () => void, ms?: number): unknown {
      const timer: { unref?(): void } = Object(later(fn, ms));
      if (ms !== undefined && ms >= 60_000) timer.unref?.();
      return timer;
    },
  });
  standIn(t, HTMLAnchorElement.prototype, {
    click(this: HTMLAnchorElement): void {
      const file = files.get(this.href);
      if (file) saved.push({ name: this.download, file });
    },
  });
  return saved;
}

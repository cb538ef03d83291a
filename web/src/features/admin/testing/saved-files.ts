import { standIn, type Tidy } from '../../../testing/stand-in.ts';

/** A file that the browser was handed. */
export interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Takes the place of the browser's downloads until the test ends; answers what was saved so far. */
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
    // The file is let go a minute later, for which no process of tests waits.
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

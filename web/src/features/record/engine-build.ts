import type { RecordBuild } from './calls.ts';

/**
 * Hash of the engine's build that this page runs, as hex; null outside of a built site. The build of the site replaces
 * it (`web/vite.config.ts`) by the hash over the files that are bundled.
 */
export const ENGINE_BUILD: string | null = null;

/**
 * Returns the build that published a row: the last one before it, of the row's version. Undefined for a row that was
 * published before builds were registered. `builds` are in any order.
 */
export function findBuildOf(
  builds: readonly RecordBuild[],
  { seq, engineVersion }: { readonly seq: number; readonly engineVersion: string },
): RecordBuild | undefined {
  return builds
    .filter((build) => build.seq < seq && build.version === engineVersion)
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1);
}

/** Returns the address of a build's source. */
export function archivePath(build: string): string {
  return `/engine/${build}`;
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Returns the first of these programs that exists. On a Debian machine, root installs the package when the first one,
 * which belongs to it, is missing. Null when there is none.
 */
export function findProgram(
  places: readonly string[],
  wanted: { readonly debianPackage: string; readonly purpose: string },
): string | null {
  const [own = ''] = places;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && !existsSync(own)) install(wanted);
  return places.find((place) => existsSync(place)) ?? null;
}

function install({
  debianPackage,
  purpose,
}: {
  readonly debianPackage: string;
  readonly purpose: string;
}): void {
  console.log(`Installing ${debianPackage} for ${purpose}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', debianPackage],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (status !== 0) return;
  }
}

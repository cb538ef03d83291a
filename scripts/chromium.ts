import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Headless Chromium: the same pages for less work. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Returns the browser for the browser tests: the one that `CHROMIUM` names, otherwise an installed one, Debian's
 * headless shell first. On a Debian machine, root installs the shell when it is missing. Null when there is none.
 */
export function findChromium(): string | null {
  const { CHROMIUM: named } = process.env;
  if (named !== undefined) return existsSync(named) ? named : null;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && !existsSync(SHELL)) install();
  return PLACES.find((place) => existsSync(place)) ?? null;
}

function install(): void {
  console.log('Installing chromium-headless-shell for the browser tests.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', 'chromium-headless-shell'],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (status !== 0) return;
  }
}

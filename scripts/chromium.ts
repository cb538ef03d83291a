import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser of the browser tests. On a Debian machine root gets it installed when it is missing; answers null when
 * there is none in the end.
 */
export function findChromium(): string | null {
  const found = PLACES.find((place) => existsSync(place));
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found ?? null;
  console.log('Chromium is missing and is installed for the browser tests.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: 'inherit', env });
    if (status !== 0) return null;
  }
  return PLACES.find((place) => existsSync(place)) ?? null;
}

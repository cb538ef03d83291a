import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { type SiteAccount, spawnSite, takeAccounts } from '../server/src/testing/site-process.ts';
import { findChromium } from './chromium.ts';
import { createCamera, type Frame } from './tour-camera.ts';
import { createHand } from './tour-hand.ts';
import { TOURS, type Tour } from './tour-scenes.ts';

// `node scripts/record-tour.ts [boxes levels cycle]`: records the landing page's silent films from the product itself,
// on a server of its own with simulated markets (or on the running one that `RASAT_E2E_ORIGIN` names), and writes them
// with their posters into the folders of the site. Needs Chromium and ffmpeg with libvpx and libwebp.

const ROOT = path.resolve(import.meta.dirname, '..');
const FILMS = path.join(ROOT, 'web/public/tour');
const POSTERS = path.join(ROOT, 'web/src/features/landing/posters');
const VIEW = { width: 1440, height: 810 } as const;
const FILM = { width: 1280, height: 720, framesPerSecond: 15, mostBytes: 400_000 } as const;
const POSTER = { width: 864, height: 486 } as const;
/**
 * Best quality of a film (a lower number is sharper), and the share of the size limit that the film may reach before
 * the quality is lowered.
 */
const QUALITY = 34;
const AIM = 0.85;

interface Site {
  readonly origin: string;
  readonly accounts: readonly SiteAccount[];
  stop(): Promise<void>;
}

async function startSite(): Promise<Site> {
  const running = process.env.RASAT_E2E_ORIGIN;
  if (running !== undefined) {
    const known = JSON.parse(process.env.RASAT_E2E_ACCOUNTS ?? '[]') as SiteAccount[];
    return { origin: running, accounts: known, stop: () => Promise.resolve() };
  }
  const site = await spawnSite();
  const { accounts } = await takeAccounts(site);
  return { origin: site.origin, accounts, stop: site.stop };
}

/** Signs the subscriber in as a visitor does. */
async function signIn(context: BrowserContext, { accounts }: Site): Promise<void> {
  const account = accounts.find(({ role }) => role === 'subscriber');
  if (!account) throw new Error('the server has no subscriber');
  const page = await context.newPage();
  await page.goto('/auth/login');
  await page.getByRole('textbox', { name: 'E-posta' }).fill(account.mail);
  await page.locator('input[type="password"]').fill(account.password);
  await page.getByRole('checkbox').first().click();
  await page.locator('input[type="checkbox"]:checked').first().waitFor();
  await page.getByRole('button', { name: 'Giriş', exact: false }).last().click();
  await page.waitForURL('**/dashboard');
  await page.close();
}

function runFfmpeg(args: readonly string[]): void {
  const { status, error } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], {
    stdio: 'inherit',
  });
  if (error) throw new Error(`ffmpeg could not be run: ${error.message}`);
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}`);
}

/** Encodes a silent film of the frames within the size limit; returns its bytes. */
function encode(frames: readonly Frame[], list: string, film: string): number {
  const lines = frames.flatMap(({ file, seconds }) => [
    `file '${file}'`,
    `duration ${seconds.toFixed(4)}`,
  ]);
  writeFileSync(list, `ffconcat version 1.0\n${lines.join('\n')}\n`);
  const { width, height, framesPerSecond, mostBytes } = FILM;
  const input = ['-f', 'concat', '-safe', '0', '-i', list, '-an'];
  const look = [
    '-vf',
    `fps=${framesPerSecond},scale=${width}:${height}:flags=lanczos,format=yuv420p`,
  ];
  const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
  const bitsPerSecond = Math.round((mostBytes * 8 * AIM) / seconds);
  const codec = ['-c:v', 'libvpx-vp9', '-crf', `${QUALITY}`, '-b:v', `${bitsPerSecond}`];
  const passes = ['-cpu-used', '3', '-row-mt', '1', '-g', '150', '-passlogfile', `${list}.pass`];
  runFfmpeg([...input, ...look, ...codec, ...passes, '-pass', '1', '-f', 'null', '-']);
  runFfmpeg([...input, ...look, ...codec, ...passes, '-pass', '2', '-map_metadata', '-1', film]);
  const { size } = statSync(film);
  if (size > mostBytes) throw new Error(`${film} has ${size} bytes, more than ${mostBytes}`);
  return size;
}

async function record(browser: Browser, site: Site, tours: readonly Tour[]): Promise<void> {
  const context = await browser.newContext({
    viewport: VIEW,
    colorScheme: 'dark',
    locale: 'tr-TR',
    baseURL: site.origin,
  });
  await signIn(context, site);
  mkdirSync(FILMS, { recursive: true });
  mkdirSync(POSTERS, { recursive: true });
  for (const tour of tours) {
    const folder = mkdtempSync(path.join(tmpdir(), `tour-${tour.name}-`));
    const page = await context.newPage();
    const camera = await createCamera(page, folder);
    const hand = createHand(page, camera);
    const poster = path.join(folder, 'poster.png');
    const shootPoster = async (): Promise<void> => {
      await hand.hide();
      await page.screenshot({ path: poster });
    };
    await tour.open(page, hand);
    if (tour.poster === 'begin') {
      await shootPoster();
      await hand.show();
    }
    camera.run();
    await tour.play(page, hand);
    if (tour.poster === 'end') await shootPoster();
    const { frames } = camera;
    const size = `scale=${POSTER.width}:${POSTER.height}:flags=lanczos`;
    const picture = path.join(POSTERS, `${tour.name}.webp`);
    runFfmpeg(['-i', poster, '-vf', size, '-c:v', 'libwebp', '-quality', '72', picture]);
    const bytes = encode(frames, path.join(folder, 'list'), path.join(FILMS, `${tour.name}.webm`));
    const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
    console.log(
      `${tour.name}: ${seconds.toFixed(1)} s, ${bytes} bytes, ${frames.length} frames; poster ${statSync(picture).size} bytes`,
    );
    await page.close();
    rmSync(folder, { recursive: true });
  }
}

const asked = process.argv.slice(2);
const tours = TOURS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const executablePath = findChromium();
if (!executablePath) throw new Error('there is no Chromium');
const site = await startSite();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await record(browser, site, tours);
} finally {
  await browser.close();
  await site.stop();
}

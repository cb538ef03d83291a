import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { App } from './app.ts';
import { ADAPTER_SETTINGS } from './connectors/register.ts';
import type { DemoAccounts } from './demo-accounts.ts';
import { refuseUnfinishedRestore } from './platform/backup/unfinished.ts';
import { type Config, readConfig } from './platform/config.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { assertMayListen } from './platform/http/may-listen.ts';
import { claimInstance } from './platform/instance.ts';
import { createLog } from './platform/log.ts';
import { outliveRejections } from './platform/rejections.ts';
import { StartError } from './platform/start-error.ts';
import { createProgress } from './progress.ts';

/** Longest time of a stop; after it the process ends at once. */
const STOP_LIMIT_MS = 15_000;
const REPEAT_MS = 2000;
/** Interval between two drawings of the first filling's progress. */
const FILLING_MS = 200;
const FILLING_SHOWN_AFTER_MS = 700;

/** Builds the site in a process of its own when it is out of date. */
function buildSite(): Promise<void> {
  const script = path.resolve(import.meta.dirname, '../../scripts/build-web.ts');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, '--if-stale'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new StartError('The web app could not be built; what went wrong stands above.'));
    });
  });
}

/**
 * Bundles the server for the next start when this one runs from its sources; nothing waits for it. Returns a function
 * that cancels it.
 */
function bundleForNextStart(log: ReturnType<typeof createLog>): () => void {
  if (path.extname(import.meta.filename) !== '.ts') return () => {};
  const script = path.resolve(import.meta.dirname, '../../scripts/bundle-server.ts');
  const child = spawn(process.execPath, [script, '--if-stale'], { stdio: 'ignore' });
  child.on('error', (error) => log.warn({ err: error }, 'the server could not be bundled'));
  child.on('exit', (code) => {
    if (code) log.warn('the server could not be bundled; scripts/bundle-server.ts says why');
  });
  return () => void child.kill();
}

function makeDataDir(config: Config): void {
  try {
    mkdirSync(config.dataDir, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`RASAT_DATA: ${config.dataDir} cannot be written to (${code}).`);
  }
}

/** Migrates the database as soon as it is open; a new database is filled while the program loads. */
async function migrated(opening: Promise<Database>): Promise<Database> {
  const database = await opening;
  const { openPool } = await import('./platform/db/pool.ts');
  const { migrate } = await import('./platform/db/migrate.ts');
  const db = openPool(database.address, { maxConnections: 1, name: 'rasat migrations' });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
  return database;
}

/**
 * Loads the program in pieces. Loading blocks this thread; between two pieces the events of the starting database are
 * handled, so that its start does not wait for the whole program.
 */
async function loadProgram() {
  const pieces = [
    () => import('./platform/db/migrate.ts'),
    () => import('@rasat/engine'),
    () => import('@rasat/contract'),
    () => import('./platform/http/web.ts'),
    () => import('./modules/education/index.ts'),
    () => import('./modules/payments/index.ts'),
    () => import('./modules/analysis/index.ts'),
    () => import('./modules/record/index.ts'),
  ];
  for (const load of pieces) {
    await load();
    await nextTurn();
  }
  return import('./app.ts');
}

async function main(): Promise<void> {
  const config = readConfig(process.env, ADAPTER_SETTINGS);
  assertMayListen(config);
  makeDataDir(config);
  const claimed = await claimInstance(config.dataDir);
  if ('runningAt' in claimed) {
    console.log(`Rasat already runs at ${claimed.runningAt}`);
    return;
  }
  refuseUnfinishedRestore(config.dataDir);
  const { claim } = claimed;
  const log = createLog(config.logLevel);
  outliveRejections(log);
  const asked = listenForStop();
  const launched = Promise.withResolvers<void>();
  const opening = openDatabase(config, log, launched.resolve);
  try {
    // The database starts in its own processes and the site is built in another one; this process loads the program
    // meanwhile.
    await Promise.race([launched.promise, opening]);
    const [database, { startApp }] = await Promise.all([
      migrated(opening),
      loadProgram(),
      buildSite(),
    ] as const);
    const app = await startApp(config, {
      database: database.address,
      demoAccounts: config.databaseUrl === null,
      disk: { folder: database.folder ?? config.dataDir, ballast: database.folder !== null },
      onListening({ address, operator }) {
        claim.announce(address);
        console.log(`Rasat runs at ${address}`);
        console.log(`Operator's pages, on this machine alone: ${operator}`);
      },
    });
    try {
      if (app.demoAccounts) showDemoAccounts(app.demoAccounts);
      flushCompileCache();
      const giveUp = bundleForNextStart(log);
      await Promise.all([asked, showFilling(app, asked)]);
      giveUp();
    } finally {
      await app.stop();
    }
  } finally {
    await (await opening).stop();
    await claim.release();
  }
}

/** Prints the accounts for signing in on one's own machine. */
function showDemoAccounts({ file, accounts }: DemoAccounts): void {
  console.log(`Demo accounts, kept in ${path.relative(process.cwd(), file)}:`);
  for (const { role, mail, password, secondStep } of accounts) {
    const code = secondStep ? `   code: npm run rasat -- totp ${mail}` : '';
    console.log(`  ${role.padEnd(10)}  ${mail.padEnd(21)}  ${password ?? 'changed'}${code}`);
  }
}

/** Shows the progress of filling the markets until they are filled or a stop is requested. */
async function showFilling(app: App, asked: Promise<void>): Promise<void> {
  const progress = createProgress('Filling the markets', process.stdout);
  let goesOn = true;
  void asked.then(() => {
    goesOn = false;
  });
  // A short restart ends before an operator could read the progress.
  await Promise.race([asked, sleep(FILLING_SHOWN_AFTER_MS, undefined, { ref: false })]);
  while (goesOn && app.filled() < 1) {
    progress.show(app.filled());
    await sleep(FILLING_MS, undefined, { ref: false });
  }
  if (goesOn) progress.show(1);
  progress.leave();
}

/**
 * Resolves when this process receives a signal to end; from then on it has a limited time. One Ctrl-C arrives several
 * times, from the terminal and through every launcher, so only a later signal ends the process at once.
 */
function listenForStop(): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | null = null;
    const stop = (): void => {
      if (firstMs !== null) {
        if (performance.now() - firstMs > REPEAT_MS) process.exit(1);
        return;
      }
      firstMs = performance.now();
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    // The launcher that started this process has ended.
    process.once('disconnect', stop);
  });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

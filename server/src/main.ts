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

/** How long a stop may take before the process ends without waiting. */
const STOP_LIMIT_MS = 15_000;
const REPEAT_MS = 2000;
/** How often the progress of the first filling is drawn. */
const FILLING_MS = 200;
const FILLING_SHOWN_AFTER_MS = 700;

/** Brings the built site up to date in a process of its own. */
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
 * Bundles the server for the next start when this one runs from its sources, beside everything that is waited for. Answers
 * with what gives it up.
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

/** Brings the database to its newest form as soon as there is one: a new one is filled while the program is loaded. */
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
 * Loads the program in pieces. Loading holds this thread; between two pieces it looks after the database, so that the
 * steps of its start do not wait for the whole program.
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
    // The database works in processes of its own, the site is built in another: meanwhile this one loads the program.
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

/** Tells with which accounts one can sign in on a machine of one's own. */
function showDemoAccounts({ file, accounts }: DemoAccounts): void {
  console.log(`Demo accounts, kept in ${path.relative(process.cwd(), file)}:`);
  for (const { role, mail, password, secondStep } of accounts) {
    const code = secondStep ? `   code: npm run rasat -- totp ${mail}` : '';
    console.log(`  ${role.padEnd(10)}  ${mail.padEnd(21)}  ${password ?? 'changed'}${code}`);
  }
}

/** Shows how far the markets are filled, until they are or a stop is asked. */
async function showFilling(app: App, asked: Promise<void>): Promise<void> {
  const progress = createProgress('Filling the markets', process.stdout);
  let goesOn = true;
  void asked.then(() => {
    goesOn = false;
  });
  // A short restart is over before an operator could read about it.
  await sleep(FILLING_SHOWN_AFTER_MS, undefined, { ref: false });
  while (goesOn && app.filled() < 1) {
    progress.show(app.filled());
    await sleep(FILLING_MS, undefined, { ref: false });
  }
  if (goesOn) progress.show(1);
  progress.leave();
}

/**
 * Resolves when this process is asked to end; from then on it has a limited time. One Ctrl-C arrives several
 * times, from the terminal and through every launcher: only a later signal ends it at once.
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
    // The launcher that started us is gone, however it ended.
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

import { readEngineBuild } from '../../platform/engine-build.ts';
import type { Part, PartContext } from '../../platform/part.ts';
import { buildWaitsTopic } from '../signals/index.ts';
import { checkBuild } from './build-check.ts';
import { buildCheckTopic } from './topics.ts';

/** Pause after a check, on the wall clock, so that a check that fails is not repeated without end. */
const REST_MS = 5000;
/** Smallest increase of the progress that is published. */
const SHARE_STEP = 0.01;

/**
 * Starts the part that compares a new build with the published rows when the publisher asks for it. The comparison runs
 * in a thread of its own, which `launch` starts and whose body is {@link startBuildCheck}. The part is always ready.
 */
export function watchBuilds({ bus }: PartContext, launch: () => Part): Part {
  let thread: Part | undefined;
  let ending: Promise<void> = Promise.resolve();
  let share = 0;
  let restUntilMs = 0;
  let isStopped = false;
  const off = [
    bus.subscribe(buildWaitsTopic, () => {
      if (thread || isStopped || performance.now() < restUntilMs) return;
      share = 0;
      thread = launch();
    }),
    bus.subscribe(buildCheckTopic, (progress) => {
      share = progress.share ?? 0;
      if (progress.share !== null || !thread) return;
      restUntilMs = performance.now() + REST_MS;
      ending = thread.stop();
      thread = undefined;
    }),
  ];
  return {
    name: 'builds',
    status: () =>
      thread
        ? { ready: true, detail: `comparing the new build ${Math.floor(share * 100)} %` }
        : { ready: true },
    async stop() {
      isStopped = true;
      for (const end of off) end();
      await ending;
      await thread?.stop();
    },
  };
}

/** Compares the running build with the published rows once and publishes its end; the body of the thread. */
export function startBuildCheck(context: PartContext): Part {
  const { bus, clock, db, log } = context;
  const stopping = new AbortController();
  let published = 0;
  const run = async (): Promise<void> => {
    try {
      const build = await readEngineBuild();
      const onProgress = (symbol: string, done: number, total: number): void => {
        const share = done / total;
        if (share - published < SHARE_STEP) return;
        published = share;
        log.info({ build: build.hash, symbol, done, total }, 'the new build reproduces the record');
        bus.publish(buildCheckTopic, { share });
      };
      const check = await checkBuild(db, build, { clock, onProgress, signal: stopping.signal });
      log.info({ build: build.hash, check }, 'the new build was compared with the record');
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the new build was not compared');
    }
    bus.publish(buildCheckTopic, { share: null });
  };
  const running = run();
  return {
    name: 'build check',
    status: () => ({ ready: true }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

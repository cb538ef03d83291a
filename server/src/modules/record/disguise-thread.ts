import { parentPort, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../../platform/thread-part.ts';
import { type DisguiseData, type DisguiseWork, replayDisguised } from './disguise.ts';
import { type StartRun, startEngine } from './step-through.ts';

// The thread of the disguise: it replays histories with other times, and has never seen them with their own.

const { engine } = workerData as DisguiseData;
const start: StartRun =
  engine === null ? startEngine : ((await import(engine)) as { start: StartRun }).start;
yieldToOthers();

parentPort?.on('message', (work: DisguiseWork) => {
  parentPort?.postMessage(replayDisguised(start, work));
});

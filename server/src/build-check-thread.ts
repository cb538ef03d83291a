import { startBuildCheck } from './modules/record/index.ts';
import { runInThread, yieldToOthers } from './platform/thread-part.ts';

// The thread that compares a new build with the published rows: only publishing waits for it.

await runInThread(async (context) => {
  yieldToOthers();
  return [startBuildCheck(context)];
});

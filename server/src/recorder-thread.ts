import { startRecorder } from './modules/record/index.ts';
import { runInThread, yieldToOthers } from './platform/thread-part.ts';

// The thread of the record: it has the night for its computation and gives way to all work that a caller waits for.

await runInThread(async (context) => {
  yieldToOthers();
  return [startRecorder(context)];
});

import { startRecorder } from './modules/record/index.ts';
import { runInThread, yieldToOthers } from './platform/thread-part.ts';

// The thread that computes the record: it has the night for it, and gives way to everything that somebody waits for.

await runInThread(async (context) => {
  yieldToOthers();
  return [startRecorder(context)];
});

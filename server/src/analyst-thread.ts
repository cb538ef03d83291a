import { startAnalyst } from './modules/analysis/index.ts';
import { startPublisher } from './modules/signals/index.ts';
import { runInThread } from './platform/thread-part.ts';

// The thread of the engine: what it computes never keeps a request waiting.

await runInThread(async (context) => {
  const publisher = startPublisher(context);
  return [startAnalyst(context, { isUnpublished: publisher.isBehind }), publisher];
});

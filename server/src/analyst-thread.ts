import { startAnalyst } from './modules/analysis/index.ts';
import { startPublisher } from './modules/signals/index.ts';
import { readEngineBuild } from './platform/engine-build.ts';
import { runInThread } from './platform/thread-part.ts';

// The engine computes in a thread of its own, so that it never delays a request.

await runInThread(async (context) => {
  const publisher = startPublisher(context, { readBuild: readEngineBuild });
  const { isBehind: isUnpublished, standing } = publisher;
  return [startAnalyst(context, { isUnpublished, standing }), publisher];
});

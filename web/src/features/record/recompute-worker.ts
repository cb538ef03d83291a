import { sha256 } from '@noble/hashes/sha2.js';
import { RecordFileError, readRecordFile } from '@rasat/contract';
import { recompute } from '@rasat/ledger';
import { readApiError } from '../../api/client/error.ts';
import type { RecomputeFailure, RecomputeMessage, RecomputeRequest } from './recompute-message.ts';

// Web worker that fetches the file of one row, runs the engine over its bars, and posts each step when it is finished.
// It ends with the page that started it.

function tell(message: RecomputeMessage): void {
  self.postMessage(message);
}

async function serve({ address }: RecomputeRequest): Promise<void> {
  const askedMs = performance.now();
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  if (response === null) return fail({ of: 'call', code: 'error.network' });
  if (!response.ok) return fail({ of: 'call', code: (await readApiError(response)).code });
  const text = await response.text();
  let lastMs = performance.now();
  tell({ kind: 'loaded', ms: lastMs - askedMs });
  const { verdict, bars } = recompute(readRecordFile(text), sha256, (step) => {
    const nowMs = performance.now();
    tell({ kind: 'step', step, ms: nowMs - lastMs });
    lastMs = nowMs;
  });
  tell({ kind: 'done', verdict, bars, ms: performance.now() - askedMs });
}

function fail(failure: RecomputeFailure): void {
  tell({ kind: 'failed', failure });
}

self.addEventListener('message', ({ data }: MessageEvent<RecomputeRequest>) => {
  serve(data).catch((error: unknown) => {
    fail(
      error instanceof RecordFileError
        ? { of: 'file', code: error.code, field: error.field }
        : { of: 'worker' },
    );
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';

const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

test('F25 a failure without a handler is logged and the process lives on', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `const { createLog } = await import(${at('./log.ts')});
       const { outliveRejections } = await import(${at('./rejections.ts')});
       outliveRejections(createLog('error'));
       void Promise.reject(new Error('forgotten'));
       setTimeout(() => console.log('alive'), 50);`,
    ],
    { encoding: 'utf8' },
  );
  assert.equal(stdout.trim(), 'alive');
  assert.equal(status, 0);
  assert.match(stderr, /forgotten/);
});

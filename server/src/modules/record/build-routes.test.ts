import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Reply, ROUTES } from '@rasat/contract';
import { ENGINE_VERSION } from '@rasat/engine';
import { DEFAULT_COSTS } from '@rasat/ledger';
import { createManualClock } from '../../platform/clock.ts';
import { readEngineBuild } from '../../platform/engine-build.ts';
import { startTestServer, testContext } from '../../platform/testing.ts';
import { plantBuild, waitForBuild } from '../../testing/builds.ts';
import { registerRecordRoutes } from './routes.ts';

const NOW = Date.UTC(2026, 10, 27);
const context = await testContext({ after }, { clock: createManualClock(NOW) });
const server = await startTestServer(
  { after },
  {
    context,
    guard: async () => null,
    routes: (web) => registerRecordRoutes(web, { costs: DEFAULT_COSTS, computing: () => null }),
  },
);
const build = await readEngineBuild();
const archiveAt = `/engine/${build.hash}`;

test('before a build is registered the list is empty, and its archive unknown', async () => {
  const reply = await server.fetch('/api/record/builds');
  assert.deepEqual(await reply.json(), { waiting: null, builds: [] });
  assert.equal((await server.fetch(archiveAt)).status, 404);
});

test('the registered builds are listed with what they reproduced, and whether publishing waits', async () => {
  const { db } = context;
  await plantBuild(db, build, NOW);
  await waitForBuild(db, 'refused', 'ab'.repeat(32));
  const reply = await server.fetch('/api/record/builds');
  const found = (await reply.json()) as Reply<typeof ROUTES.recordBuilds>;
  assert.deepEqual(found, {
    waiting: { why: 'refused', build: 'ab'.repeat(32) },
    builds: [
      {
        seq: 1,
        version: ENGINE_VERSION,
        build: build.hash,
        node: process.version,
        created: NOW,
        reproduced: null,
      },
    ],
  });
});

test('the archive at /engine/<hash> is opened by tar, and its manifest gives the hash', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-engine-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const reply = await server.fetch(archiveAt);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'application/gzip');
  assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const bytes = Buffer.from(await reply.arrayBuffer());
  writeFileSync(path.join(folder, 'engine.tar.gz'), bytes);
  execFileSync('tar', ['-xzf', 'engine.tar.gz'], { cwd: folder });
  const manifest = readFileSync(path.join(folder, 'MANIFEST'));
  assert.equal(createHash('sha256').update(manifest).digest('hex'), build.hash);
  const lines = manifest.toString().trimEnd().split('\n').slice(0, -1);
  assert.ok(lines.length > 150);
  for (const line of lines) {
    const [hash, name = ''] = line.split('  ');
    const content = readFileSync(path.join(folder, name));
    assert.equal(createHash('sha256').update(content).digest('hex'), hash, name);
  }

  const head = await server.fetch(archiveAt, { method: 'HEAD' });
  assert.deepEqual(
    [head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength],
    [200, String(bytes.length), 0],
  );
  const part = await server.fetch(archiveAt, { headers: { range: 'bytes=0-1' } });
  // RFC 1952: a gzip file begins with 1f 8b.
  assert.deepEqual([...new Uint8Array(await part.arrayBuffer())], [0x1f, 0x8b]);
  assert.equal((await server.fetch(`/api${archiveAt}`)).status, 200, 'also as a call');
});

for (const [name, address, status, code] of [
  ['an unknown hash', `/engine/${'0'.repeat(64)}`, 404, 'not-found-404'],
  ['a short hash', '/engine/abc', 400, 'bad-fields-400'],
  ['capitals', `/engine/${'A'.repeat(64)}`, 400, 'bad-fields-400'],
  ['a path out of it', `/engine/..%2f${'0'.repeat(61)}`, 400, 'bad-fields-400'],
  ['a query', `${archiveAt}?a=1`, 400, 'bad-fields-400'],
] as const) {
  test(`${name} is refused with ${code}`, async () => {
    const reply = await server.fetch(address);
    assert.equal(reply.status, status);
    assert.equal(((await reply.json()) as { code: string }).code, code);
  });
}

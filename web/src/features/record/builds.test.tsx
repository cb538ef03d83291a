import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ENGINE_VERSION } from '@rasat/engine';
import { screen, within } from '@testing-library/react';
import { plain } from '../../testing/read.ts';
import { show } from '../../testing/show.tsx';
import { BuildPanel, PublishingNotice } from './build-panel.tsx';
import type { RecordBuild } from './calls.ts';
import { findBuildOf } from './engine-build.ts';
import { RecomputeBuild } from './recompute-build.tsx';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const FIRST: RecordBuild = {
  seq: 1,
  version: ENGINE_VERSION,
  build: A,
  node: 'v24.0.0',
  created: Date.UTC(2024, 10, 1, 9),
  reproduced: null,
};
const SECOND: RecordBuild = {
  ...FIRST,
  seq: 1500,
  build: B,
  node: 'v24.1.0',
  created: Date.UTC(2024, 10, 20, 9),
  reproduced: { rows: 1490, outcomes: 2100, through: 1499 },
};
type Waiting = { readonly why: 'checking' | 'refused'; readonly build: string };

function known(builds: readonly RecordBuild[], waiting: Waiting | null = null) {
  return { known: [[['record', 'builds'], { waiting, builds }]] } as const;
}

const links = () =>
  screen.getAllByRole('link').map((link) => [plain(link), link.getAttribute('href')]);

test('the newest build is shown with what it reproduced and a link to its source', async (t) => {
  await show(t, <BuildPanel />, known([SECOND, FIRST]));
  const panel = screen.getByRole('region', { name: 'Motorun derlemesi' });
  assert.deepEqual(
    [...panel.querySelectorAll('dl > div')].map((pair) => [...pair.children].map(plain).join(': ')),
    [
      `Motor sürümü: ${ENGINE_VERSION}`,
      'Derleme: bbbbbbbbbb…bbbbbbKaynağı indir',
      'Node.js: v24.1.0',
      'Kaydedildiği satır: 1.500, 20 Kas 2024 12:00',
      'Yayımdan önce yeniden hesapladığı: 1.490 satır, 2.100 sonuç',
    ],
  );
  assert.deepEqual(links(), [['Kaynağı indir', `/engine/${B}`]]);
  assert.ok(within(panel).getByText('Önceki derlemeler'));
});

test('a record without a build says so', async (t) => {
  await show(t, <BuildPanel />, known([]));
  assert.ok(screen.getByText('İlk derleme ilk satırla birlikte kaydedilir.'));
});

for (const [why, words] of [
  ['checking', /^Yayım bekliyor: motorun yeni derlemesi/],
  ['refused', /^Yayım durduruldu: motorun yeni derlemesi yayımlananları aynen üretmiyor/],
] as const) {
  test(`the page says why nothing is published: ${why}`, async (t) => {
    await show(t, <PublishingNotice />, known([FIRST], { why, build: B }));
    assert.ok(screen.getByText(words));
  });
}

test('while rows are published there is no notice', async (t) => {
  await show(t, <PublishingNotice />, known([FIRST]));
  assert.equal(screen.queryByText(/Yayım/), null);
});

async function showOwn(
  t: TestContext,
  own: string | null,
  seq: number,
  engineVersion = ENGINE_VERSION,
) {
  const row = { seq, engineVersion };
  await show(t, <RecomputeBuild row={row} own={own} />, known([SECOND, FIRST]));
}

test('a row of the build that the browser runs says so', async (t) => {
  await showOwn(t, B, 1501);
  assert.ok(screen.getByText('Bu satırı aynı derleme yayımladı.'));
  assert.ok(screen.getByText(new RegExp(`sürüm ${ENGINE_VERSION}, derleme:`)));
  assert.deepEqual(links(), [['Kaynağı indir', `/engine/${B}`]]);
});

test('a row of another build names that build beside the one that runs', async (t) => {
  await showOwn(t, B, 1499);
  assert.ok(screen.getByText(/^Bu satırı yayımlayan derleme bu değildir/));
  assert.equal(screen.queryByText('Bu satırı aynı derleme yayımladı.'), null);
  assert.deepEqual(
    links().map(([, address]) => address),
    [`/engine/${B}`, `/engine/${A}`],
  );
});

test('a row before the first build of its version has none', async (t) => {
  await showOwn(t, B, 1600, '1.0.0');
  assert.ok(screen.getByText('Bu satırdan önce kayıtlı bir derleme yok.'));
});

test('a page outside of a built site claims no build', async (t) => {
  await showOwn(t, null, 1501);
  assert.ok(screen.getByText('Bu sayfa, motorunun derlemesini bilmiyor.'));
  assert.equal(screen.queryByText(/derleme bu değildir|aynı derleme/), null);
});

test('the build of a row is the last one of its version before it', () => {
  const old = { ...FIRST, seq: 700, version: '0.0.1' };
  const builds = [SECOND, old, FIRST];
  assert.equal(findBuildOf(builds, { seq: 1, engineVersion: ENGINE_VERSION }), undefined);
  assert.equal(findBuildOf(builds, { seq: 2, engineVersion: ENGINE_VERSION }), FIRST);
  assert.equal(findBuildOf(builds, { seq: 1499, engineVersion: ENGINE_VERSION }), FIRST);
  assert.equal(findBuildOf(builds, { seq: 1501, engineVersion: ENGINE_VERSION }), SECOND);
  assert.equal(findBuildOf(builds, { seq: 1501, engineVersion: '0.0.1' }), old);
});

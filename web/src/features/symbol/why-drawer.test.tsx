import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { MADE_CLOSE, MADE_UNTIL, madeTouch } from '../../testing/made-touch.ts';
import { show } from '../../testing/show.tsx';
import { type WhySubject, whyChance } from '../../why/index.ts';
import { WhyDrawer } from './why-drawer.tsx';
import type { WhyQuestion } from './why-question.ts';

const entry = {
  symbol: 'EURUSD',
  digits: 5,
  source: 'iex',
  base: '60',
  calendar: 'forex',
} as SymbolEntry;
const now = {
  state: 'chance',
  chance: 0.48,
  untilMs: MADE_UNTIL,
  of: 'now',
  atMs: MADE_CLOSE,
} as const;

const subjectOf = (trial: boolean): WhySubject => {
  const { levels } = madeTouch();
  return whyChance(levels ?? assert.fail(), 1.145, { now, trial }) ?? assert.fail();
};
const level: WhySubject = {
  kind: 'levels.entry',
  value: { price: 1.145 },
  basis: null,
  derivation: null,
};

const bins = Array.from({ length: 10 }, (_, at) =>
  at === 4 ? { n: 200, forecast: 0.45, seen: { value: 0.5, halfWidth: 0.1 } } : null,
);
/** The answers to the question of the record, by origin and scope. */
const answer = (_: unknown, { searchParams }: URL) => ({
  since: Date.UTC(2026, 5, 1),
  symbols: null,
  scopes:
    searchParams.get('origin') === 'live'
      ? [
          {
            scope: searchParams.get('scope'),
            levels: [{ group: 'weekly', figures: { bins } }],
            cones: [],
          },
        ]
      : [],
});

/** Opens the drawer on a subject. */
async function open(t: TestContext, subject: WhySubject, answered: unknown = answer) {
  const question: WhyQuestion = { parts: [{ name: null, subject: () => subject }], level: null };
  const { calls, leave } = await show(
    t,
    <WhyDrawer
      question={question}
      entry={entry}
      lastPrice={1.142}
      atr={0.006}
      engineVersion="7.1"
      clockAheadMs={0}
      onClose={() => {}}
    />,
    {
      answers: {
        'GET /api/record/rates/EURUSD': [],
        'GET /api/historical/EURUSD-60': [],
        'GET /api/record/calibration': answered,
      },
    },
  );
  const asked = () =>
    calls
      .map(({ call }) => call)
      .filter((call) => call.includes('calibration'))
      .toSorted();
  return { asked, leave };
}

test('a chance asks the record of its source how often such chances came true', async (t) => {
  const { asked } = await open(t, subjectOf(false));
  await screen.findByText(/haftalık seviyelerden görülenlerin payı: %50\./);
  await screen.findByText('Deneme dışındaki bütün semboller · iex · Canlı.');
  assert.deepEqual(asked(), [
    'GET /api/record/calibration?source=iex&origin=backfill&scope=main',
    'GET /api/record/calibration?source=iex&origin=live&scope=main',
  ]);
});

test('a chance on trial asks for those on trial, a level without a chance for none', async (t) => {
  const { asked, leave } = await open(t, subjectOf(true));
  await screen.findByText('Denemedeki semboller · iex · Canlı.');
  assert.deepEqual(asked(), [
    'GET /api/record/calibration?source=iex&origin=backfill&scope=trial',
    'GET /api/record/calibration?source=iex&origin=live&scope=trial',
  ]);
  leave();
  const { asked: none } = await open(t, level);
  await screen.findByText('Aynı tür sinyal');
  assert.deepEqual(none(), []);
});

test('a failed answer leaves that there is not enough yet', async (t) => {
  const { asked } = await open(t, subjectOf(false), () => new Response('', { status: 400 }));
  await screen.findByText(/^Henüz yeterli değil: sonuçlanmış seviyeler birikince burada yazar\./);
  await waitFor(() => assert.equal(asked().length, 2));
});

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { consistencyNodesOf, growTree, leafOf, rootOf, toHex } from '@rasat/ledger';
import { screen } from '@testing-library/react';
import { plain } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import type { RecordHead } from './calls.ts';
import { MOST_KEPT_HEADS } from './check-kept-heads.ts';
import { KeptHeadsForm } from './kept-heads-form.tsx';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** A chain of rows, each told apart by a text, with the hash, root and proofs of every size. */
function chainOf(name: string, length: number, changed = 0) {
  const hashes = Array.from({ length }, (_, at) =>
    sha256(Buffer.from(`${name} ${at}${at + 1 === changed ? ' changed' : ''}`)),
  );
  const nodes = new Map<string, Uint8Array>();
  const tree = growTree(sha256, [], ({ level, position, hash: own }) =>
    nodes.set(`${level} ${position}`, own),
  );
  const roots = [toHex(tree.root())];
  for (const own of hashes) {
    tree.append(leafOf(own, sha256));
    roots.push(toHex(tree.root()));
  }
  return {
    last: (size: number) => (size === 0 ? '0'.repeat(64) : toHex(hashes[size - 1]!)),
    root: (size: number) => roots[size] ?? '',
    proof: (from: number, to: number) =>
      consistencyNodesOf(from, to).map((subtrees) =>
        toHex(
          rootOf(
            subtrees.map((one) => nodes.get(`${one.level} ${one.position}`)!),
            sha256,
          )!,
        ),
      ),
  };
}

type Chain = ReturnType<typeof chainOf>;

function headOf(day: string, size: number, outcomes: number, of: readonly [Chain, Chain]) {
  const [rows, ends] = of;
  return {
    day,
    size,
    hash: rows.last(size),
    root: rows.root(size),
    outcomes,
    outcomesHash: ends.last(outcomes),
    outcomesRoot: ends.root(outcomes),
    created: 1_700_000_000_000,
  } satisfies RecordHead;
}

const HONEST = [chainOf('row', 40), chainOf('outcome', 30)] as const;
const KEPT = headOf('2026-11-18', 21, 13, HONEST);
const NEWEST = headOf('2026-11-20', 37, 30, HONEST);

/** What a server answers whose record has these chains. */
function answersOf(of: readonly [Chain, Chain], heads: readonly RecordHead[]) {
  const newest = heads[0];
  return {
    'GET /api/record/heads': heads,
    ...Object.fromEntries(
      heads.map((from) => [
        `GET /api/record/heads/${from.day}/consistency/${newest?.day}`,
        {
          from,
          to: newest,
          rows: of[0].proof(from.size, newest?.size ?? 0),
          outcomes:
            from.outcomesRoot === null ? null : of[1].proof(from.outcomes, newest?.outcomes ?? 0),
        },
      ]),
    ),
  };
}

/** Checks a text on a page whose server has these answers; returns what the page says. */
async function check(t: TestContext, text: string, showing: Showing = {}): Promise<string[]> {
  const shown = await show(t, <KeptHeadsForm />, {
    answers: answersOf(HONEST, [NEWEST, KEPT]),
    ...showing,
  });
  await shown.user.click(screen.getByRole('textbox'));
  await shown.user.paste(text);
  const [submit] = screen.getAllByRole('button');
  assert.ok(submit);
  await shown.user.click(submit);
  const [told] = await screen.findAllByText(/./, { selector: '[role=status] p' });
  const status = told?.closest('[role=status]');
  const found = [...(status?.querySelectorAll('p') ?? [])].map(plain);
  shown.leave();
  return found;
}

const HOLDS = {
  tr: '2026-11-18: sicil bu özetten devam ediyor. Kapsadığı bütün satırlar ve sonuçlar, 2026-11-20 gününün özetinde değişmeden ve aynı sırada duruyor. Satır: 21, sonuç: 13.',
  az: '2026-11-18: reyestr bu heşdən davam edir. Onun əhatə etdiyi bütün sətirlər və nəticələr 2026-11-20 gününün heşində dəyişmədən və eyni ardıcıllıqla durur. Sətir: 21, nəticə: 13.',
  en: '2026-11-18: the record goes on from this head. All rows and outcomes that it covers are in the head of 2026-11-20, unchanged and in the same order. Rows: 21, outcomes: 13.',
} as const;

test('a kept head from which the record goes on is said to hold, in each language', async (t) => {
  for (const language of ['tr', 'az', 'en'] as const) {
    assert.deepEqual(await check(t, JSON.stringify(KEPT), { language }), [HOLDS[language]]);
  }
});

test('each head of a list is checked, today’s too', async (t) => {
  const found = await check(t, JSON.stringify([NEWEST, KEPT]), { language: 'en' });
  assert.equal(found.length, 2);
  assert.match(
    found[0] ?? '',
    /^2026-11-20: the record goes on from this head.* head of 2026-11-20/,
  );
  assert.equal(found[1], HOLDS.en);
});

const DIFFERS =
  '2026-11-18: the record does not go on from this head. If this head was published here, the record was changed. Show your copy to others. Different: ';

test('a record that was rewritten with its heads differs from the kept head', async (t) => {
  // The server shows heads and a valid proof of its new chain, in which row 5 or outcome 7 is another one.
  const rows = [chainOf('row', 40, 5), HONEST[1]] as const;
  const ofRows = answersOf(rows, [
    headOf('2026-11-20', 37, 30, rows),
    headOf('2026-11-18', 21, 13, rows),
  ]);
  const language = 'en';
  assert.deepEqual(await check(t, JSON.stringify(KEPT), { language, answers: ofRows }), [
    `${DIFFERS}root over all rows, proof for the rows.`,
  ]);
  const ends = [HONEST[0], chainOf('outcome', 30, 7)] as const;
  const ofEnds = answersOf(ends, [
    headOf('2026-11-20', 37, 30, ends),
    headOf('2026-11-18', 21, 13, ends),
  ]);
  assert.deepEqual(await check(t, JSON.stringify(KEPT), { language, answers: ofEnds }), [
    `${DIFFERS}root over all outcomes, proof for the outcomes.`,
  ]);
});

test('a server that shows the kept head but has another record has no valid proof', async (t) => {
  const rows = [chainOf('row', 40, 5), HONEST[1]] as const;
  const answers = answersOf(rows, [headOf('2026-11-20', 37, 30, rows), KEPT]);
  assert.deepEqual(await check(t, JSON.stringify(KEPT), { language: 'en', answers }), [
    `${DIFFERS}proof for the rows.`,
  ]);
  const without = { ...answersOf(HONEST, [NEWEST, KEPT]) };
  const path = 'GET /api/record/heads/2026-11-18/consistency/2026-11-20';
  const proof = without[path as keyof typeof without] as object;
  assert.deepEqual(
    await check(t, JSON.stringify(KEPT), {
      language: 'en',
      answers: { ...without, [path]: { ...proof, outcomes: null } },
    }),
    [`${DIFFERS}proof for the outcomes.`],
  );
});

test('a head without a root over the outcomes holds for the rows alone', async (t) => {
  const old: RecordHead = { ...KEPT, outcomesRoot: null };
  const answers = answersOf(HONEST, [NEWEST, old]);
  const { outcomesRoot: _root, ...kept } = KEPT;
  const [told] = await check(t, JSON.stringify(kept), { language: 'en', answers });
  assert.match(
    told ?? '',
    /^2026-11-18: the record goes on .* Rows: 21\. There is no proof for its/,
  );
  // A root that the record got afterwards was not published.
  assert.deepEqual(await check(t, JSON.stringify(kept), { language: 'en' }), [
    `${DIFFERS}root over all outcomes.`,
  ]);
});

test('a day of which the record has no head is missing', async (t) => {
  const answers = answersOf(HONEST, [NEWEST]);
  const [told] = await check(t, JSON.stringify(KEPT), { language: 'en', answers });
  assert.match(told ?? '', /^2026-11-18: the record has no head of this day\./);
  const none = { 'GET /api/record/heads': [] };
  const [again] = await check(t, JSON.stringify(KEPT), { language: 'en', answers: none });
  assert.match(again ?? '', /^2026-11-18: the record has no head of this day\./);
});

test('a text without a head, a damaged head, too many heads and a failed call are said', async (t) => {
  const language = 'en';
  assert.deepEqual(await check(t, 'hello', { language }), [
    'This text has no head of the record. Paste one head or a list as JSON.',
  ]);
  assert.deepEqual(await check(t, JSON.stringify({ ...KEPT, root: 'x' }), { language }), [
    'This head is damaged: “root” cannot be what it says.',
  ]);
  const many = Array.from({ length: MOST_KEPT_HEADS + 1 }, () => KEPT);
  const [told] = await check(t, JSON.stringify(many), { language });
  assert.match(told ?? '', /^Too many heads at once: 21\. Check up to 20 here/);
  const [failed] = await check(t, JSON.stringify(KEPT), {
    language,
    answers: {
      'GET /api/record/heads': () => Response.json({ code: 'rate-429' }, { status: 429 }),
    },
  });
  assert.match(failed ?? '', /^The head could not be checked\. /);
});

test('a file fills the field, and another text removes the last result', async (t) => {
  const { user } = await show(t, <KeptHeadsForm />, {
    language: 'en',
    answers: answersOf(HONEST, [NEWEST, KEPT]),
  });
  const submit = screen.getByRole('button', { name: 'Check' });
  assert.ok((submit as HTMLButtonElement).disabled, 'nothing to check');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  assert.ok(input);
  await user.upload(
    input,
    new File([JSON.stringify(KEPT)], 'head.json', { type: 'application/json' }),
  );
  const field = await screen.findByDisplayValue(/"day":"2026-11-18"/);
  await user.click(submit);
  await screen.findByText(HOLDS.en);
  await user.type(field, ' ');
  assert.equal(screen.queryByText(HOLDS.en), null);
  const link = screen.getByRole('link', { name: 'Download the heads to keep them' });
  assert.equal(link.getAttribute('href'), '/api/record/heads');
});

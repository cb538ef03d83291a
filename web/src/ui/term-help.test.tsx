import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { screen, waitFor } from '@testing-library/react';
import { glossary as az } from '../i18n/az/glossary.ts';
import { glossary as en } from '../i18n/en/glossary.ts';
import { TERMS } from '../i18n/terms.ts';
import { glossary as tr } from '../i18n/tr/glossary.ts';
import { plain } from '../testing/read.ts';
import { show } from '../testing/show.tsx';
import { standIn } from '../testing/stand-in.ts';
import { TermHelp } from './term-help.tsx';

const TEXTS = { tr, az, en };
const MAX_WORDS = 45;

/** Sets the screen to the wide layout or to a phone. */
function screenOf(t: TestContext, wide: boolean): void {
  standIn(t, globalThis, {
    matchMedia: (media: string) => ({
      matches: wide,
      media,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
}

const marks = () => screen.getAllByRole('button', { expanded: false }).map((b) => b.ariaLabel);
// Returns a number, because a failing comparison of elements would print the whole document.
const countDialogs = () => screen.queryAllByRole('dialog').length;
const opened = async (name: string): Promise<HTMLElement> => {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => assert.match(dialog.textContent ?? '', /\./));
  return dialog;
};

for (const wide of [true, false]) {
  test(`the question mark explains its term, in a ${wide ? 'popover' : 'sheet'}`, async (t) => {
    screenOf(t, wide);
    const { user } = await show(t, <TermHelp term="box" />);
    assert.equal(countDialogs(), 0, 'closed until the mark is pressed');
    const mark = screen.getByRole('button', { name: 'Kutu: ne demek?' });
    mark.focus();
    await user.keyboard('{Enter}');
    const dialog = await opened('Kutu');
    assert.match(plain(dialog), /Fiyatla zamanı ölçen dikdörtgen\./);
    assert.match(plain(dialog), /tepe|üst/, 'its picture names the parts');
    const link = screen.getByRole('link', { name: 'Sözlükte aç' });
    assert.equal(link.getAttribute('href'), '/info/glossary#box');
    await user.keyboard('{Escape}');
    await waitFor(() => assert.equal(countDialogs(), 0));
    await waitFor(() => assert.equal(document.activeElement?.ariaLabel, mark.ariaLabel));
  });
}

test('only one explanation is open at a time, in the interface language', async (t) => {
  screenOf(t, true);
  const { user } = await show(
    t,
    <>
      <TermHelp term="seer" />
      <TermHelp term="r" />
      <p>beside</p>
    </>,
    { language: 'en' },
  );
  assert.deepEqual(marks(), ['Seer: what does it mean?', 'R: what does it mean?']);
  await user.click(screen.getByRole('button', { name: /^Seer/ }));
  assert.match(plain(await opened('Seer')), /last confirmed major turning point/);
  await user.click(screen.getByRole('button', { name: /^R:/ }));
  assert.match(plain(await opened('R')), /multiple of the risk/);
  await waitFor(() => assert.equal(countDialogs(), 1));
  await user.click(screen.getByText('beside'));
  await waitFor(() => assert.equal(countDialogs(), 0, 'a press beside it closes it'));
});

test('every term has one paragraph of at most 45 words in each language', () => {
  assert.equal(new Set(TERMS).size, TERMS.length);
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(TEXTS[language].text).toSorted(), TERMS.toSorted(), language);
    for (const term of TERMS) {
      const words = TEXTS[language].text[term].split(/\s+/).length;
      assert.ok(words >= 10 && words <= MAX_WORDS, `${language} ${term}: ${words} words`);
    }
  }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { fireEvent } from '@testing-library/react';
import { DRAWING_BUTTONS, DRAWING_HELP, type DrawingId } from './drawings/buttons.ts';
import { useRegisterPress } from './drawings/press.ts';
import { DrawingStrip, DrawingToggles } from './features/chart/drawing-toggles.tsx';
import { findChartAct } from './features/chart/use-chart-keys.ts';
import { useDrawingCommands } from './features/palette/use-commands.ts';
import { Help } from './features/shell/help.tsx';
import { show } from './testing/show.tsx';
import { readGlobalKey } from './ui/keys.ts';

// Toolbar, phone's row, palette, keys and help are made of one list. Here they are asked for each drawing of it.

const IDS = DRAWING_BUTTONS.map(({ id }) => id);

function Places({ press }: { readonly press: (id: DrawingId) => void }) {
  useRegisterPress(press);
  const buttons = { on: [], pending: null, onPress: press };
  return (
    <>
      <section id="header">
        <DrawingToggles {...buttons} />
      </section>
      <section id="strip">
        <DrawingStrip {...buttons} />
      </section>
      <section id="palette">
        {useDrawingCommands().map(({ id, label, keys, run }) => (
          <button key={id} type="button" aria-label={label} onClick={run}>
            {keys.join(' ')}
          </button>
        ))}
      </section>
      <Help />
    </>
  );
}

for (const language of LANGUAGES) {
  test(`every drawing is in the header, in a phone's row, in the palette and in the help: ${language}`, async (t) => {
    const pressed: DrawingId[] = [];
    await show(t, <Places press={(id) => pressed.push(id)} />, { language });
    const named: Record<string, Map<DrawingId, string>> = {};
    for (const place of ['header', 'strip', 'palette']) {
      const names = new Map<DrawingId, string>();
      for (const button of document.querySelectorAll(`#${place} button`)) {
        fireEvent.click(button);
        const id = pressed.pop();
        assert.ok(id && !names.has(id), `${place} ${id}`);
        const name = button.getAttribute('aria-label') ?? '';
        for (const text of [name, button.textContent]) {
          assert.match(text, /\S/, `${place} ${id}`);
          assert.doesNotMatch(text, /toggles\.|[{}]/, `${place} ${id}`);
        }
        names.set(id, name);
      }
      assert.deepEqual([...names.keys()].toSorted(), IDS.toSorted(), place);
      assert.equal(new Set(names.values()).size, IDS.length, `${place}: each by a name of its own`);
      named[place] = names;
    }
    for (const id of IDS) {
      const names = Object.values(named).map((names) => names.get(id));
      assert.equal(new Set(names).size, 1, `${id} has one name in all places`);
    }
    const help = new Map(
      Array.from(document.querySelectorAll('dt'), ({ nextElementSibling: keys, textContent }) => [
        keys?.textContent,
        textContent,
      ]),
    );
    const texts = DRAWING_HELP.map(({ keys }) => help.get(keys.join('')) ?? '');
    assert.equal(new Set(texts).size, DRAWING_HELP.length);
    for (const text of texts) assert.match(text, /^[^.]+$/);
  });
}

test('every drawing has keys of its own, which mean nothing else', () => {
  assert.equal(new Set(DRAWING_BUTTONS.map(({ keys }) => keys.join(' '))).size, IDS.length);
  for (const { id, keys } of DRAWING_BUTTONS) {
    const key = keys.at(-1) ?? '';
    const shift = keys[0] === 'Shift';
    const code = /\d/.test(key) ? `Digit${key}` : '';
    const read = findChartAct({ key, code, shift, modified: false });
    assert.deepEqual(read, { act: 'press', id });
    const plain = { ctrl: false, meta: false, alt: false, typing: false };
    const press = { key, ...plain, single: true, afterGo: false };
    assert.deepEqual(readGlobalKey(press), { act: 'none' }, id);
  }
  const kept = [...DRAWING_HELP, { keys: [','] }, { keys: ['.'] }, { keys: ['Shift', 'f'] }];
  assert.equal(new Set(kept.map(({ keys }) => keys.join(' '))).size, kept.length);
});

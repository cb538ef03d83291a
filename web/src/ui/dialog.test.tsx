import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { show } from '../testing/show.tsx';
import { Button, IconButton, Toggle } from './button.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { isTyping, paletteKey } from './keys.ts';
import {
  chooseKeys,
  choosePriceColours,
  chooseTheme,
  currentLook,
  flipTheme,
  subscribeToLook,
} from './look.ts';
import { MarkedImage } from './marked-image.tsx';
import { MultiSelect } from './multi-select.tsx';
import { notify, takeNotices } from './notices.ts';
import { isCovered, showOverlay, useOverlay } from './overlay.ts';
import { focusPageSearch, usePageSearch } from './page-search.ts';
import { SearchField } from './search-field.tsx';
import { Segmented } from './segmented.tsx';
import { useFavoriteNotices } from './use-favorite-notices.ts';
import { useDesktop } from './use-media.ts';
import { useSingleKey } from './use-single-key.ts';

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const isThere = (text: string): boolean => screen.queryByText(text) !== null;
const comes = (text: string) => waitFor(() => assert.ok(isThere(text), `"${text}" comes`));
const goes = (text: string) => waitFor(() => assert.ok(!isThere(text), `"${text}" goes`));

function Asking({ onConfirm }: { readonly onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Aç
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Silinsin mi?"
        text="Geri alınamaz."
        act="Sil"
        cancelLabel="Vazgeç"
        closeLabel="Kapat"
        onConfirm={onConfirm}
        safeButton={safe}
      />
    </>
  );
}

test('an action that cannot be undone runs when it is confirmed, and not when it is cancelled', async (t) => {
  let done = 0;
  const confirm = () => {
    done += 1;
  };
  await show(t, <Asking onConfirm={confirm} />);
  press('Aç');
  await comes('Silinsin mi?');
  assert.ok(isThere('Geri alınamaz.'));
  await waitFor(() => assert.ok(screen.getByRole('dialog').getAttribute('aria-labelledby')));
  assert.match(screen.getByRole('dialog').className, /min\(420px/);
  press('Vazgeç');
  await goes('Silinsin mi?');
  assert.equal(done, 0);
  press('Aç');
  await comes('Silinsin mi?');
  press('Sil');
  await goes('Silinsin mi?');
  assert.equal(done, 1);
});

test('a dialog has the requested width, and no description without a text', async (t) => {
  const dialog = (how: object) => (
    <Dialog open onOpenChange={() => undefined} title="Başlık" closeLabel="Kapat" {...how}>
      içerik
    </Dialog>
  );
  const { again } = await show(t, dialog({ wide: true }));
  await waitFor(() => assert.match(screen.getByRole('dialog').className, /min\(720px/));
  assert.equal(screen.getByRole('dialog').getAttribute('aria-describedby'), null);
  again(dialog({ full: true }));
  assert.match(screen.getByRole('dialog').className, /min\(1280px/);
});

test('buttons have a name and an on or off state, and ignore presses while busy', async (t) => {
  const presses: unknown[] = [];
  const { again } = await show(
    t,
    <>
      <Button busy onClick={() => presses.push('busy')}>
        Meşgul
      </Button>
      <Button disabled>Kapalı</Button>
      <Button variant="danger" size="lg">
        Açık
      </Button>
      <IconButton label="Ara" />
      <Toggle pressed={false} onPress={(on) => presses.push(on)}>
        Kutu
      </Toggle>
    </>,
  );
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  assert.deepEqual(
    ['Meşgul', 'Kapalı', 'Açık'].map((name) => button(name).disabled),
    [true, true, false],
  );
  assert.ok(button('Meşgul').querySelector('.spin'));
  assert.ok(!button('Açık').querySelector('.spin'));
  assert.match(button('Açık').className, /text-bad.*min-h-11/);
  assert.equal(button('Ara').title, 'Ara');
  press('Meşgul');
  press('Kutu');
  assert.equal(button('Kutu').getAttribute('aria-pressed'), 'false');
  again(
    <Toggle pressed onPress={(on) => presses.push(on)}>
      Kutu
    </Toggle>,
  );
  assert.equal(button('Kutu').getAttribute('aria-pressed'), 'true');
  assert.match(button('Kutu').className, /bg-s3/);
  press('Kutu');
  assert.deepEqual(presses, [true, false]);
});

test('the selected option of a list is shown by its value', async (t) => {
  const chosen: string[] = [];
  await show(
    t,
    <>
      <Segmented
        label="Vade"
        value="kısa"
        choices={[
          { value: 'kısa', label: 'Kısa' },
          { value: 'uzun', label: 'Uzun' },
        ]}
        onChange={(value) => chosen.push(value)}
      />
      <SearchField label="Sembol ara" />
    </>,
  );
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  assert.deepEqual(
    ['Kısa', 'Uzun'].map((name) => radio(name).checked),
    [true, false],
  );
  fireEvent.click(radio('Uzun'));
  assert.deepEqual(chosen, ['uzun']);
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Sembol ara' });
  assert.equal(search.placeholder, 'Sembol ara');
  assert.equal(search.getAttribute('spellcheck'), 'false');
});

test('a multi-select opens with a press or an arrow key and shows the selected options', async (t) => {
  const select = (value: readonly string[]) => (
    <MultiSelect
      label="Kategori"
      placeholder="Hepsi"
      value={value}
      choices={[{ value: 'a', label: 'A', text: 'A', count: '7' }]}
      onChange={() => undefined}
      renderChosen={(one) => <b>{`seçilen ${one}`}</b>}
    />
  );
  const { again } = await show(t, select([]));
  const box = () => screen.getByRole('combobox');
  assert.ok(isThere('Hepsi'));
  assert.equal(box().getAttribute('aria-expanded'), 'false');
  again(select(['a']));
  assert.ok(isThere('seçilen a') && !isThere('Hepsi'));
  fireEvent.keyDown(box(), { key: 'x' });
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  assert.equal(box().getAttribute('aria-expanded'), 'false');
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  await waitFor(() => assert.equal(box().getAttribute('aria-expanded'), 'true'));
  await comes('7');
});

test('an image shows its marks once it is loaded, opens large, and reports a failure', async (t) => {
  let failed = 0;
  const image = (src: string) => (
    <MarkedImage
      src={src}
      alt="Grafik"
      marks={[
        { x: 0.25, y: 0.5, text: 'Burası' },
        { x: 0.5, y: 0.75, text: 'Şurası' },
      ]}
      labels={{ view: 'Büyüt', title: 'Ödev', close: 'Kapat', marks: 'Notlar', unavailable: 'Yok' }}
      onFail={() => {
        failed += 1;
      }}
    />
  );
  const { again } = await show(t, image('/a.png'));
  const marks = () =>
    [...document.querySelectorAll<HTMLElement>('span[style]')].map(({ style, textContent }) => [
      textContent,
      style.left,
      style.top,
    ]);
  assert.deepEqual(marks(), []);
  assert.ok(document.querySelector('.aspect-video'));
  fireEvent.load(screen.getByRole('img', { name: 'Grafik' }));
  assert.ok(!document.querySelector('.aspect-video'));
  assert.deepEqual(marks(), [
    ['1', '25%', '50%'],
    ['2', '50%', '75%'],
  ]);
  press('Büyüt');
  await comes('Ödev');
  const list = screen.getByRole('list', { name: 'Notlar' });
  assert.equal(list.textContent, '1Burası2Şurası');
  press('Kapat');
  await goes('Ödev');
  fireEvent.error(screen.getByRole('img', { name: 'Grafik' }));
  assert.ok(isThere('Yok'));
  assert.equal(failed, 1);
  again(image('/b.png'));
  assert.ok(!isThere('Yok'), 'another address may load');
});

test('the appearance is stored in this browser, follows the system, and every listener is called when it changes', async (t) => {
  t.after(() => {
    localStorage.clear();
    chooseTheme('system');
    choosePriceColours('teal-red');
    chooseKeys(true);
  });
  const root = document.documentElement;
  document.head.insertAdjacentHTML('beforeend', '<meta name="theme-color" content="">');
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  let heard = 0;
  const stop = subscribeToLook(() => {
    heard += 1;
  });
  chooseTheme('light');
  assert.deepEqual([root.dataset.theme, meta?.content], ['light', '#FFFFFF']);
  assert.equal(localStorage.getItem('rasat.theme'), 'light');
  flipTheme();
  assert.deepEqual([root.dataset.theme, meta?.content], ['dark', '#10151B']);
  flipTheme();
  assert.equal(currentLook().choice, 'light');
  choosePriceColours('blue-orange');
  assert.equal(root.dataset.price, 'blue-orange');
  chooseKeys(false);
  assert.equal(localStorage.getItem('rasat.keys'), 'off');
  assert.equal(heard, 5);
  chooseTheme('system');
  assert.deepEqual([currentLook().choice, currentLook().theme], ['system', 'dark']);
  choosePriceColours('teal-red');
  assert.equal(root.dataset.price, undefined);
  localStorage.setItem('rasat.theme', 'light');
  localStorage.setItem('rasat.prices', 'blue-orange');
  dispatchEvent(new Event('storage'));
  assert.deepEqual(currentLook(), {
    choice: 'light',
    theme: 'light',
    prices: 'blue-orange',
    keys: false,
  });
  stop();
  const before = heard;
  chooseKeys(true);
  assert.equal(heard, before);
  meta?.remove();
});

function Keys({ onPress }: { readonly onPress: () => void }) {
  useSingleKey('f', onPress);
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  return (
    <>
      <p>{`${useOverlay()} ${useDesktop()}`}</p>
      <input ref={field} aria-label="Ara" />
      <div role="dialog" aria-modal="false">
        <button type="button">Pencere</button>
      </div>
    </>
  );
}

test('a single-key shortcut acts unless a field has the focus or an overlay is open', async (t) => {
  let presses = 0;
  const count = () => {
    presses += 1;
  };
  t.after(() => {
    chooseKeys(true);
    showOverlay(null);
    localStorage.clear();
  });
  const { again } = await show(t, <Keys onPress={count} />);
  const type = (key: string, more: object = {}, at: Element = document.body): boolean =>
    fireEvent.keyDown(at, { key, ...more });
  assert.equal(type('f'), false, 'the default action is prevented');
  type('F');
  assert.equal(presses, 2);
  for (const more of [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { shiftKey: true },
    { repeat: true },
  ]) {
    assert.equal(type('f', more), true, JSON.stringify(more));
  }
  type('g');
  type('f', {}, screen.getByLabelText('Ara'));
  type('f', {}, screen.getByRole('button', { name: 'Pencere' }));
  assert.equal(presses, 2);
  assert.equal(isCovered(), false, 'a notice covers nothing');
  assert.equal(focusPageSearch(), true);
  assert.ok(document.activeElement === screen.getByLabelText('Ara'));
  act(() => showOverlay('help'));
  assert.equal(screen.getByRole('paragraph').textContent, 'help false');
  type('f');
  assert.equal(presses, 2);
  act(() => showOverlay(null));
  act(() => chooseKeys(false));
  type('f');
  assert.equal(presses, 2);
  act(() => chooseKeys(true));
  type('f');
  assert.equal(presses, 3);
  again(<div role="menu" />);
  assert.equal(isCovered(), true);
  assert.equal(focusPageSearch(), false);
  type('f');
  assert.equal(presses, 3);
  assert.equal(isTyping(screen.getByRole('menu')), false);
  t.mock.method(navigator, 'platform', () => 'MacIntel', { getter: true });
  assert.equal(paletteKey(), '⌘ K');
  t.mock.method(navigator, 'platform', () => 'Win32', { getter: true });
  assert.equal(paletteKey(), 'Ctrl K');
});

function Favorites({
  outcome,
}: {
  readonly outcome: Parameters<ReturnType<typeof useFavoriteNotices>>[0];
}) {
  const say = useFavoriteNotices();
  return (
    <button type="button" onClick={() => say(outcome)}>
      Söyle
    </button>
  );
}

test('the outcome of a press on a star is shown, with an undo button if there is one', async (t) => {
  takeNotices();
  let undone = 0;
  const undo = () => {
    undone += 1;
  };
  const { again } = await show(
    t,
    <Favorites outcome={{ kind: 'added', symbol: 'EURUSD', undo }} />,
  );
  press('Söyle');
  const [added] = takeNotices();
  assert.match(added?.title ?? '', /EURUSD/);
  assert.deepEqual([added?.icon, added?.action?.label], ['star', 'Geri al']);
  added?.action?.run();
  assert.equal(undone, 1);
  again(<Favorites outcome={{ kind: 'failed', code: 'rate-429' }} />);
  press('Söyle');
  again(<Favorites outcome={{ kind: 'failed', code: 'conflict-409' }} />);
  press('Söyle');
  assert.deepEqual(takeNotices(), [
    {
      title: 'Favori kaydedilemedi',
      text: 'Çok sık denediniz, biraz bekleyin. Değişiklik geri alındı.',
      tone: 'bad',
    },
    {
      title: 'Favori kaydedilemedi',
      text: 'En çok 200 favoriniz olabilir. Değişiklik geri alındı.',
      tone: 'bad',
    },
  ]);
  again(<Keys onPress={() => undefined} />);
  again(
    <>
      <Keys onPress={() => undefined} />
      <Favorites outcome={{ kind: 'needsSubscription' }} />
    </>,
  );
  press('Söyle');
  assert.match(screen.getByRole('paragraph').textContent ?? '', /^favorites/);
  act(() => showOverlay(null));
  notify({ title: 'Bir' });
  assert.deepEqual(takeNotices(), [{ title: 'Bir' }]);
  assert.deepEqual(takeNotices(), []);
});

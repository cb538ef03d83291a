import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { type TestContext, test } from 'node:test';
import { LEGAL_TEXTS, PAGES } from '@rasat/contract';
import { screen, waitFor } from '@testing-library/react';
import { TERMS } from '../../i18n/terms.ts';
import { plain, texts } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';

// The pages listen to the window, and the global object of these tests has no listeners.
// The bundler would insert the program's address here.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith('?worker&url')
      ? { url: 'data:text/javascript,export default "program"', shortCircuit: true }
      : next(specifier, context),
});
const { default: AboutRoute } = await import('./about-route.tsx');
const { default: GlossaryRoute } = await import('./glossary/route.tsx');
const { default: InfoLayout } = await import('./info-layout.tsx');
const { default: LegalRoute } = await import('./route.tsx');

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  assert.ok(found, selector);
  return found;
};

test('a legal text is shown with its version, its date and its hash', async (t) => {
  await show(t, <LegalRoute />, { at: '/info/retention/' });
  const { sections, sha256 } = LEGAL_TEXTS.retention;
  assert.equal(plain(find('h1')), 'Kişisel Veri Saklama ve İmha Politikası');
  const [, time, short, whole] = [find('h1 + p'), ...find('h1 + p').children];
  assert.match(plain(find('h1 + p')), /^Sürüm 3 · Yürürlük: 23 Kas 2026 · SHA-256 ae7e6dd5bc64…/);
  assert.deepEqual([time?.getAttribute('datetime'), plain(time)], ['2026-11-23', '23 Kas 2026']);
  assert.deepEqual([plain(short), short?.getAttribute('title')], ['SHA-256 ae7e6dd5bc64…', sha256]);
  assert.equal(plain(whole), `SHA-256 ${sha256}`);
  const heads = texts(document.querySelectorAll('article section h2'));
  assert.deepEqual(
    heads,
    sections.map(({ heading }) => heading),
  );
  const contents = [...document.querySelectorAll('nav [data-part]')];
  assert.deepEqual(
    contents.slice(0, 2).map((link) => [plain(link), link.getAttribute('href')]),
    [
      ['Amaç ve kapsam', '#part-0'],
      [heads[1]?.slice(3), '#part-1'],
    ],
  );
  assert.deepEqual(
    contents.map((link) => link.getAttribute('aria-current')),
    ['true', ...sections.slice(1).map(() => null)],
  );
  assert.deepEqual(
    [...document.querySelectorAll('article section')].map((part) => [
      part.querySelectorAll('p').length,
      part.querySelectorAll('li').length,
    ]),
    sections.map(({ paragraphs, list }) => [paragraphs.length, list?.length ?? 0]),
  );
  assert.deepEqual(
    [...document.querySelectorAll('[aria-labelledby=other-texts] a')].map((link) => [
      plain(link),
      link.getAttribute('href'),
    ]),
    [
      ['Gizlilik Politikası', '/info/privacy'],
      ['Kişisel Verilerin Korunması Aydınlatma Metni', '/info/kvkk'],
      ['Satış ve Kullanıcı Sözleşmesi', '/info/agreement'],
      ['Cayma, İptal ve İade Koşulları', '/info/refund'],
    ],
  );
  assert.equal(document.querySelector('[data-seller]'), null, 'the text does not concern a sale');
});

test('texts of a sale name the seller; an unknown address shows no text', async (t) => {
  const { leave } = await show(t, <LegalRoute />, { at: '/info/refund' });
  assert.equal(find('[data-seller]').hidden, true, 'hidden until it is known');
  leave();
  await show(t, <LegalRoute />, { at: '/info/cookies' });
  assert.equal(document.querySelector('h1'), null);
});

test('the frame marks the current page and reloads once to load the document', async (t) => {
  let loaded = 0;
  const reload = (): void => {
    loaded += 1;
  };
  const { origin, pathname } = globalThis.location;
  standIn(t, globalThis, { location: { origin, pathname, reload } });
  const { again } = await show(t, <InfoLayout />, { at: '/info/about/' });
  assert.equal(loaded, 1);
  again(<InfoLayout />);
  assert.equal(loaded, 1, 'once');
  assert.equal(find('main').id, 'main');
  assert.equal(find('main').tabIndex, -1);
  const current = [...document.querySelectorAll('[aria-current=page]')];
  assert.deepEqual(
    current.map((link) => link.getAttribute('href')),
    ['/info/about', '/info/about'],
  );
});

let starts = 0;
/** Shows the about page and runs its program, as if its document had loaded. */
async function start(t: TestContext, answers: Showing['answers'] = {}) {
  const shown = await show(t, <AboutRoute />, { at: '/info/about', answers });
  document.body.insertAdjacentHTML('beforeend', '<button data-language="tr">TR</button>');
  const button = find('[data-language=tr]');
  t.after(() => button.remove());
  starts += 1;
  // A module runs once; each document needs its own instance.
  await (starts === 1
    ? import('./start.ts')
    : import(new URL(`start.ts?document=${starts}`, import.meta.url).href));
  return { ...shown, button };
}
const SELLER = {
  title: 'Rasat A.Ş.',
  taxOffice: 'Kadıköy',
  taxNumber: '1234567890',
  address: 'Moda Cad. 1',
  demonstration: true,
};

test('the program of a page fills in the seller, the contact and the addresses of links', async (t) => {
  const { calls, button } = await start(t, {
    'GET /api/seller': SELLER,
    'GET /api/site': { contact: 'https://example.org/write' },
  });
  await waitFor(() => assert.equal(find('[data-seller]').hidden, false));
  assert.deepEqual(texts(document.querySelectorAll('[data-seller] dl > div')), [
    'SatıcıRasat A.Ş.',
    'Vergi dairesi ve numarasıKadıköy, 1234567890',
    'AdresModa Cad. 1',
  ]);
  assert.equal(find('[data-demonstration]').hidden, false);
  assert.equal(find('[data-no-seller]').hidden, true);
  await waitFor(() => assert.equal(find('[data-with-contact]').hidden, false));
  const way = find('[data-contact]');
  assert.equal(way.getAttribute('href'), 'https://example.org/write');
  assert.equal(way.dataset.address, 'https://example.org/write');
  assert.equal(
    find('article a[href="/info/privacy"]').dataset.address,
    'http://localhost/info/privacy',
  );
  assert.deepEqual(calls.map(({ call }) => call).toSorted(), ['GET /api/seller', 'GET /api/site']);
  assert.equal(button.ariaPressed, 'true', 'the frame is started');
});

test('without a seller a sentence says so; a real sale is not called a demonstration', async (t) => {
  const none = await start(t, {
    'GET /api/seller': () => new Response('null'),
    'GET /api/site': { contact: 'javascript:alert(1)' },
  });
  await waitFor(() => assert.equal(find('[data-no-seller]').hidden, false));
  assert.equal(find('[data-seller]').hidden, true);
  assert.equal(find('[data-with-contact]').hidden, true);
  assert.equal(find('[data-contact]').getAttribute('href'), '/info/about');
  none.leave();
  const real = await start(t, { 'GET /api/seller': { ...SELLER, demonstration: false } });
  await waitFor(() => assert.equal(find('[data-seller]').hidden, false));
  assert.equal(find('[data-demonstration]').hidden, true);
  assert.equal(find('[data-with-contact]').hidden, true, 'the site gave no contact');
  real.leave();
  await start(t);
  assert.equal(find('[data-seller]').hidden, true);
  assert.equal(find('[data-no-seller]').hidden, true, 'an unknown seller is not a missing seller');
});

test('a page without seller and contact requests neither', async (t) => {
  const { calls } = await show(t, <LegalRoute />, { at: '/info/privacy' });
  starts += 1;
  await import(new URL(`start.ts?document=${starts}`, import.meta.url).href);
  assert.deepEqual(calls, []);
});

test('the contents mark the part in view', async (t) => {
  const tops = new Map<string, number>();
  t.mock.method(Element.prototype, 'getBoundingClientRect', function place(this: Element) {
    return { top: tops.get(this.id) ?? 9999 };
  });
  await start(t);
  const read = () =>
    [...document.querySelectorAll<HTMLElement>('[data-part]')]
      .filter((link) => link.ariaCurrent === 'true')
      .map((link) => link.dataset.part);
  assert.deepEqual(read(), ['0'], 'the first part, before any is reached');
  const scrollTo = (...places: readonly number[]): void => {
    for (const [at, top] of places.entries()) tops.set(`part-${at}`, top);
    globalThis.dispatchEvent(new Event('scroll'));
  };
  scrollTo(-300, -10, 140);
  assert.deepEqual(read(), ['1'], 'the reading line is 140 below the top');
  scrollTo(-300, -10, 139);
  assert.deepEqual(read(), ['2']);
  scrollTo(20, 500, 900);
  assert.deepEqual(read(), ['0']);
  assert.ok(screen.getByText('Rasat hakkında'));
});

test('the glossary has every term in three languages, with a picture and links to the pages that show it', async (t) => {
  await show(t, <GlossaryRoute />, { at: '/info/glossary' });
  const cards = [...document.querySelectorAll('[data-term]')];
  assert.deepEqual(
    cards.map(({ id }) => id),
    TERMS,
  );
  const known = PAGES.map(({ path }) => path.replace(/:\w+/, '[^/]+'));
  for (const card of cards) {
    for (const language of ['tr', 'az', 'en']) {
      const [name, text] = card.querySelectorAll(`:is(h3, p) [lang=${language}]`);
      assert.ok(plain(name) !== '' && plain(text).endsWith('.'), `${card.id} ${language}`);
    }
    assert.ok(card.querySelector('svg[aria-hidden=true] :is(path, circle, rect)'), card.id);
    const links = [...card.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    assert.ok(links.length > 0, card.id);
    for (const link of links) {
      assert.ok(
        known.some((path) => new RegExp(`^${path}$`).test(link)),
        `${card.id} ${link}`,
      );
    }
  }
});

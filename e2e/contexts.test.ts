import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBrowser, startVisit } from './fixtures.ts';
import { shareSite } from './site.ts';

const site = await shareSite();
const browser = await startBrowser();

test('a visit in a reused context finds no data of the visit before', async () => {
  const first = await startVisit(browser, site, { as: 'person' });
  await first.page.goto('/info/about');
  await first.page.evaluate(async () => {
    localStorage.setItem('left', 'behind');
    await caches.open('left');
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
  });
  await first.context.close();
  const second = await startVisit(browser, site, { as: null, theme: 'light', width: 1000 });
  assert.equal(second.context, first.context);
  await second.page.goto('/info/about');
  const found = await second.page.evaluate(async () => ({
    kept: localStorage.getItem('left'),
    caches: (await caches.keys()).filter((name) => name === 'left'),
    databases: (await indexedDB.databases()).filter(({ name }) => name === 'left'),
    isLight: matchMedia('(prefers-color-scheme: light)').matches,
    width: innerWidth,
  }));
  assert.deepEqual(found, { kept: null, caches: [], databases: [], isLight: true, width: 1000 });
  const cookies = await second.context.cookies();
  assert.deepEqual(
    cookies.map(({ name }) => name),
    ['lang'],
  );
  await second.context.close();
});

test('a context with a lasting change is not used again', async () => {
  const changed = await startVisit(browser, site, { as: null });
  await changed.page.clock.install();
  await changed.context.close();
  const next = await startVisit(browser, site, { as: null });
  assert.notEqual(next.context, changed.context);
  await next.context.close();
});

test('a context that the browser does not clear is replaced by a new one', async (t) => {
  const stuck = await startVisit(browser, site, { as: null });
  await stuck.context.close();
  const connect = stuck.context.newCDPSession.bind(stuck.context);
  stuck.context.newCDPSession = async (page) => {
    const session = await connect(page);
    t.mock.method(session, 'send', () => new Promise(() => {}));
    return session;
  };
  const next = await startVisit(browser, site, { as: null });
  assert.notEqual(next.context, stuck.context);
  await next.page.goto('/info/about');
  await next.context.close();
});

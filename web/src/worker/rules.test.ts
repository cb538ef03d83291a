import assert from 'node:assert/strict';
import test from 'node:test';
import { answerOffline, getTask, listFiles, opensOffline, withoutServedHead } from './rules.ts';

const ORIGIN = 'https://rasat.example';
const task = (path: string, method = 'GET', mode = 'cors') =>
  getTask({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

test('the worker handles no API call, with any method and mode', () => {
  for (const path of ['/api', '/api/auth/info', '/api/quotes/forex', '/api/account/invoice/1']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      for (const mode of ['cors', 'same-origin', 'navigate', 'websocket']) {
        assert.equal(task(path, method, mode), 'none', `${method} ${path} ${mode}`);
      }
    }
  }
});

test('the worker handles no other sites, sent forms, or its own script', () => {
  assert.equal(task('https://bank.example/assets/a.js'), 'none');
  assert.equal(task('https://bank.example/pay', 'GET', 'navigate'), 'none');
  assert.equal(task('http://rasat.example/dashboard', 'GET', 'navigate'), 'none');
  assert.equal(task('/account', 'POST', 'navigate'), 'none');
  assert.equal(task('/sw.js'), 'none');
  assert.equal(task('/manifest.webmanifest'), 'none');
});

test('the worker handles pages and immutable files', () => {
  assert.equal(task('/dashboard', 'GET', 'navigate'), 'page');
  assert.equal(task('/', 'GET', 'navigate'), 'page');
  assert.equal(task('/apidocs', 'GET', 'navigate'), 'page');
  assert.equal(task('/assets/frame-BMcg_WBw-r.css'), 'file');
  assert.equal(task('/assets/entry.client-0vK-cobo.js'), 'file');
  assert.equal(task('/assets/hero-1a2b.mp4'), 'none', 'a video is read in ranges');
  assert.equal(task('/favicon.svg'), 'none');
});

test('without a connection a page gets its own document, the shell, or the offline page with a way back', () => {
  const kept = ['/', '/offline', '/info/kvkk'];
  const answer = (path: string) => answerOffline(new URL(path, ORIGIN).href, kept);
  assert.deepEqual(answer('/'), { kind: 'document', address: '/' });
  assert.deepEqual(answer('/info/kvkk/'), { kind: 'document', address: '/info/kvkk' });
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/chart?symbol=BTCUSD', '/offline']) {
    assert.deepEqual(answer(path), { kind: 'document', address: '/offline' }, path);
  }
  assert.deepEqual(answer('/account?selected=security'), {
    kind: 'redirect',
    to: '/offline?to=%2Faccount%3Fselected%3Dsecurity',
  });
  assert.equal(opensOffline('/dashboard/messages'), false);
  assert.equal(opensOffline('/dashboard/symbol/EURUSD'), false);
});

test('the shell document has no title of the page it was fetched for', () => {
  const rest = '<meta name="viewport" content="width=device-width"><link rel="manifest" href="/m">';
  const served =
    '<title data-served>Bağlantı yok · Rasat</title><meta data-served name="robots" content="noindex">';
  assert.equal(withoutServedHead(`<head>${served}${rest}</head>`), `<head>${rest}</head>`);
});

test('each file of a document is listed once', () => {
  const program = '/assets/b.c-2.js';
  const html = `<link href="/assets/a-1.css#"/><script src="${program}"></script><link href="${program}"><video src="/assets/v-3.mp4">`;
  assert.deepEqual(listFiles(html), ['/assets/a-1.css', program]);
  assert.deepEqual(listFiles('<p>nothing</p>'), []);
});

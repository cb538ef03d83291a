import assert from 'node:assert/strict';
import test from 'node:test';
import { chartCookie, FIRST_CHART, readChartCookie } from './chart-cookie.ts';

test('the first visit opens EURUSD with daily bars', () => {
  assert.deepEqual(readChartCookie(''), { symbol: 'EURUSD', resolution: '1D' });
});

test('symbol and resolution are stored for seven days', () => {
  const cookie = chartCookie({ symbol: 'BRK.B', resolution: '240' });
  assert.match(cookie, /max-age=604800/);
  // JSON whose quotes, braces, colons and commas are percent-encoded.
  const value = '%7B%22symbol%22%3A%22BRK.B%22%2C%22resolution%22%3A%22240%22%7D';
  assert.equal(cookie.split(';')[0], `chart=${value}`);
  const header = `lang=tr; ${cookie.split(';')[0]}; id=7`;
  assert.deepEqual(readChartCookie(header), { symbol: 'BRK.B', resolution: '240' });
});

for (const value of [
  '',
  '%',
  '1',
  'null',
  '{"symbol":"eurusd","resolution":"1D"}',
  '{"symbol":"A","resolution":"5"}',
  '{"symbol":7}',
]) {
  test(`a cookie of ${value || 'nothing'} counts as no cookie`, () => {
    assert.deepEqual(readChartCookie(`chart=${encodeURIComponent(value)}`), FIRST_CHART);
    assert.deepEqual(readChartCookie(`chart=${value}`), FIRST_CHART);
  });
}

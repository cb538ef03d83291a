import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { notify, takeNotices } from './notices.ts';
import { Toaster } from './toast.tsx';

const isThere = (text: string): boolean => screen.queryByText(text) !== null;

test('a notice closes after five seconds, a failure stays until it is closed', async (t) => {
  // Removes notices of other test files in this process.
  takeNotices();
  await show(t, <Toaster label="Bildirimler" closeLabel="Kapat" />);
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const tick = (ms: number) => act(async () => t.mock.timers.tick(ms));
  await tick(0);
  act(() => {
    notify({ title: 'Kaydedildi' });
    notify({ title: 'Kaydedilemedi', tone: 'bad' });
  });
  assert.deepEqual(['Kaydedildi', 'Kaydedilemedi'].map(isThere), [true, true]);
  const [failed] = screen.getAllByRole('alert');
  assert.equal(failed?.textContent, 'Kaydedilemedi');
  await tick(4999);
  assert.ok(isThere('Kaydedildi'));
  await tick(1);
  t.mock.timers.reset();
  await waitFor(() => assert.ok(!isThere('Kaydedildi'), 'it goes'));
  assert.ok(isThere('Kaydedilemedi'));
  const close = screen.getByRole('button', { name: 'Kapat' });
  fireEvent.click(close);
  await waitFor(() => assert.ok(!isThere('Kaydedilemedi'), 'it is closed'));
});

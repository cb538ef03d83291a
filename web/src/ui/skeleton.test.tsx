import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { Skeleton, useLoadingPhase } from './skeleton.tsx';

function Waiting({ pending }: { readonly pending: boolean }) {
  return <p>{useLoadingPhase(pending)}</p>;
}

const phase = (): string | null => screen.getByRole('paragraph').textContent;

test('a quick answer shows no skeleton, a slow one shows it for at least 300 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const pass = (ms: number): void => {
    nowMs += ms;
    act(() => t.mock.timers.tick(ms));
  };
  const { again } = await show(t, <Waiting pending />);
  pass(149);
  assert.equal(phase(), 'waiting');
  again(<Waiting pending={false} />);
  assert.equal(phase(), 'ready');
  again(<Waiting pending />);
  pass(150);
  assert.equal(phase(), 'skeleton');
  again(<Waiting pending={false} />);
  pass(299);
  assert.equal(phase(), 'skeleton');
  pass(1);
  assert.equal(phase(), 'ready');
});

test('before the skeleton appears, its room is reserved and empty', async (t) => {
  const { again } = await show(
    t,
    <Skeleton phase="waiting" label="Yükleniyor">
      <i>12,5</i>
    </Skeleton>,
  );
  assert.equal(screen.getByText('12,5').parentElement?.className, 'invisible');
  again(
    <Skeleton phase="skeleton" label="Yükleniyor">
      <i>12,5</i>
    </Skeleton>,
  );
  assert.equal(screen.getByText('12,5').parentElement?.className, '');
  assert.equal(screen.getByText('Yükleniyor').className, 'sr-only');
});

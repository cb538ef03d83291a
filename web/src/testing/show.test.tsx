import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { show } from './show.tsx';

const EVERY_MS = 20;

function Polling() {
  const { data } = useQuery({
    queryKey: ['polled'],
    queryFn: async () => (await fetch('/polled')).json() as Promise<string>,
    refetchInterval: EVERY_MS,
  });
  return <p>{data}</p>;
}

for (const isMocked of [false, true]) {
  const when = isMocked ? 'under a mocked clock' : 'in real time';
  test(`a part that is left ${when} polls no more`, async (t) => {
    const { calls, leave } = await show(t, <Polling />, { answers: { 'GET /polled': 'a' } });
    await screen.findByText('a');
    if (isMocked) t.mock.timers.enable({ apis: ['setTimeout'] });
    leave();
    t.mock.timers.reset();
    const made = calls.length;
    await sleep(10 * EVERY_MS);
    assert.equal(calls.length, made);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { call } from './api/client.ts';
import { type SessionInfo, sessionQuery, useSession, useSignOut } from './api/session.ts';
import { SessionKeeper } from './session-keeper.tsx';
import { GUEST } from './testing/guest.ts';
import { show } from './testing/show.tsx';
import { standInLocation } from './testing/stand-in.ts';

const PERSON: SessionInfo = { ...GUEST, logged: true, id: 'RS1', name: 'irem', surname: 'Işık' };

function Way() {
  const { info } = useSession();
  return (
    <>
      <button type="button" onClick={useSignOut()}>
        out
      </button>
      <p>{info?.logged ? 'signed in' : 'a guest'}</p>
    </>
  );
}

/** The calls for the session, and for what a guest is refused. */
const isAsked = ({ call: made }: { readonly call: string }) => made === 'POST /api/auth/info';
const refusedCall = () => assert.rejects(call('unreadMessages'), { code: 'unauthorized-401' });

function keep(answers: Readonly<Record<string, unknown>>) {
  return {
    known: [[sessionQuery().queryKey, PERSON]],
    answers: {
      'POST /api/auth/info': GUEST,
      'GET /api/account/messages/unread': () =>
        Response.json({ code: 'unauthorized-401' }, { status: 401 }),
      ...answers,
    },
  } as const;
}

const what = (
  <>
    <SessionKeeper />
    <Way />
  </>
);

test('a call that is refused shows that the session is over', async (t) => {
  const { calls } = await show(t, what, keep({}));
  await refusedCall();
  await screen.findByText('a guest');
  assert.equal(calls.filter(isAsked).length, 1);
});

test('who signs out sees no page of a guest before the page is loaded again', async (t) => {
  const went = standInLocation(t);
  const { promise, resolve } = Promise.withResolvers<object>();
  const { user, calls } = await show(t, what, keep({ 'POST /api/auth/logout': () => promise }));
  await user.click(screen.getByRole('button', { name: 'out' }));
  await refusedCall();
  resolve({});
  await waitFor(() => assert.deepEqual(went, ['reload']));
  await refusedCall();
  assert.equal(calls.filter(isAsked).length, 0);
  assert.ok(screen.getByText('signed in'));
});

test('signing out in vain changes nothing: the end of the session shows as ever', async (t) => {
  const went = standInLocation(t);
  const { user, calls } = await show(t, what, keep({}));
  await user.click(screen.getByRole('button', { name: 'out' }));
  await waitFor(() => assert.ok(calls.some((made) => made.call === 'POST /api/auth/logout')));
  await waitFor(async () => {
    await refusedCall();
    assert.ok(screen.queryByText('a guest') !== null);
  });
  assert.deepEqual(went, []);
});

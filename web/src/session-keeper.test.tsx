import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GUEST_SESSION, type Language } from '@rasat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { call } from './api/client/client.ts';
import {
  readSession,
  type SessionInfo,
  sessionQuery,
  useSession,
  useSignOut,
} from './api/session/session.ts';
import { switchLanguage } from './i18n/index.ts';
import { SessionKeeper } from './session-keeper.tsx';
import { show } from './testing/show.tsx';
import { standInLocation } from './testing/stand-in.ts';

const PERSON: SessionInfo = {
  ...GUEST_SESSION,
  logged: true,
  id: 'RS1',
  name: 'irem',
  surname: 'Işık',
};

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
      'POST /api/auth/info': GUEST_SESSION,
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

const SETTINGS = { language: 'tr', theme: 'dark', prices: 'teal-red', keys: true } as const;

/** What a sign-in form does once the server let the person in. */
function Door() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void readSession(client)}>
      in
    </button>
  );
}

/** A guest whose page is in English, then maybe chooses another language, then signs in to an account in Turkish. */
async function signIn(t: TestContext, chosen: Language | null) {
  t.after(() => localStorage.clear());
  let session: SessionInfo = GUEST_SESSION;
  const door = (
    <>
      {what}
      <Door />
    </>
  );
  const { user, calls, leave } = await show(t, door, {
    language: 'en',
    known: [[sessionQuery().queryKey, GUEST_SESSION]],
    answers: { 'POST /api/auth/info': () => session, 'PUT /api/account/settings': {} },
  });
  if (chosen) await act(() => switchLanguage(chosen));
  session = { ...PERSON, settings: SETTINGS };
  await user.click(screen.getByRole('button', { name: 'in' }));
  await screen.findByText('signed in');
  const kept = () => calls.filter((made) => made.call === 'PUT /api/account/settings');
  return { kept, leave };
}

test('a language chosen before signing in stays, and becomes the account’s', async (t) => {
  const { kept } = await signIn(t, 'az');
  await waitFor(() => assert.equal(kept().length, 1));
  assert.deepEqual(kept()[0]?.body, { ...SETTINGS, language: 'az' });
  assert.equal(document.documentElement.lang, 'az');
});

test('without a choice the account’s language comes, and nothing is kept', async (t) => {
  const { kept } = await signIn(t, null);
  await waitFor(() => assert.equal(document.documentElement.lang, 'tr'));
  assert.deepEqual(kept(), []);
});

test('a choice counts at one sign-in: later the account’s language comes', async (t) => {
  const first = await signIn(t, 'az');
  await waitFor(() => assert.equal(first.kept().length, 1));
  first.leave();
  const later = await signIn(t, null);
  await waitFor(() => assert.equal(document.documentElement.lang, 'tr'));
  assert.deepEqual(later.kept(), []);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router';
import { useAddressWrite } from './use-address-write.ts';

function Field() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState('');
  const known = params.get('q') ?? '';
  useAddressWrite(text === known ? null : text, 250, (rested) => setParams({ q: rested }));
  return (
    <>
      <input aria-label="search" value={text} onChange={({ target }) => setText(target.value)} />
      <Link to="/other">other</Link>
      <Link to="?page=2">second</Link>
    </>
  );
}

function Other() {
  return 'another page';
}

/** A page with a field, and another that arrives when it is told to. */
function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const arrival = Promise.withResolvers<{ Component: typeof Other }>();
  const router = createMemoryRouter(
    [
      { path: '/list', element: <Field /> },
      { path: '/other', lazy: () => arrival.promise },
    ],
    { initialEntries: ['/list'] },
  );
  const { unmount } = render(<RouterProvider router={router} />);
  t.after(unmount);
  return {
    type: (value: string) =>
      fireEvent.change(screen.getByLabelText('search'), { target: { value } }),
    click: (name: string) => fireEvent.click(screen.getByText(name)),
    pass: (ms: number) => t.mock.timers.tick(ms),
    arrive: () => arrival.resolve({ Component: Other }),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
  };
}

test('what was typed is written when it has rested for 250 ms', (t) => {
  const { type, pass, address } = open(t);
  type('ker');
  act(() => pass(249));
  type('kerem');
  act(() => pass(249));
  assert.equal(address(), '/list');
  act(() => pass(1));
  assert.equal(address(), '/list?q=kerem');
});

test('a link to another page holds against what was typed, however late the page hears of the click', async (t) => {
  const { type, click, pass, arrive, address } = open(t);
  type('kerem');
  // Within one `act` nothing is rendered between the click and the end of the rest.
  act(() => {
    click('other');
    pass(250);
  });
  await act(async () => arrive());
  assert.equal(address(), '/other');
  assert.ok(screen.getByText('another page'));
});

test('a link within the page does not lose what was typed', (t) => {
  const { type, click, pass, address } = open(t);
  type('kerem');
  act(() => {
    click('second');
    pass(250);
  });
  assert.equal(address(), '/list?q=kerem');
});

test('what was taken back by the time it is known to rest is not written', (t) => {
  const { type, pass, address } = open(t);
  type('kerem');
  act(() => {
    pass(250);
    type('');
  });
  assert.equal(address(), '/list');
});

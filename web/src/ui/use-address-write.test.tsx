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

/** Opens a page with a field, and a second page whose loading the test completes. */
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

test('a typed text is written to the address after 250 ms without a key press', (t) => {
  const { type, pass, address } = open(t);
  type('ker');
  act(() => pass(249));
  type('kerem');
  act(() => pass(249));
  assert.equal(address(), '/list');
  act(() => pass(1));
  assert.equal(address(), '/list?q=kerem');
});

test('a link to another page is followed although the delayed write ends before the page renders the click', async (t) => {
  const { type, click, pass, arrive, address } = open(t);
  type('kerem');
  // Within one `act` nothing is rendered between the click and the end of the delay.
  act(() => {
    click('other');
    pass(250);
  });
  await act(async () => arrive());
  assert.equal(address(), '/other');
  assert.ok(screen.getByText('another page'));
});

test('a link within the page does not discard the typed text', (t) => {
  const { type, click, pass, address } = open(t);
  type('kerem');
  act(() => {
    click('second');
    pass(250);
  });
  assert.equal(address(), '/list?q=kerem');
});

test('a text that was deleted before the delay ended is not written', (t) => {
  const { type, pass, address } = open(t);
  type('kerem');
  act(() => {
    pass(250);
    type('');
  });
  assert.equal(address(), '/list');
});

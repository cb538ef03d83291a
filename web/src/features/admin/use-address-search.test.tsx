import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, fireEvent, screen } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { show } from '../../testing/show.tsx';
import { OnTheWay } from './testing/on-the-way.tsx';
import { useAddressSearch } from './use-address-search.ts';

function Narrowed() {
  const { text, search, onText, read, write, clear } = useAddressSearch();
  const navigate = useNavigate();
  return (
    <>
      <input aria-label="search" value={text} onChange={({ target }) => onText(target.value)} />
      <p>{`${search}, ${read('state')}`}</p>
      <button type="button" onClick={() => write({ state: 'paid', page: '' })}>
        narrow
      </button>
      <button type="button" onClick={clear}>
        clear
      </button>
      <button type="button" onClick={() => void navigate('?search=other&page=2')}>
        follow
      </button>
    </>
  );
}

const page = (
  <OnTheWay>
    <Narrowed />
  </OnTheWay>
);
const field = () => screen.getByLabelText<HTMLInputElement>('search');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name));

test('what is typed comes into the address once it rests for 250 ms, without blanks around it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pass = (ms: number) => act(() => t.mock.timers.tick(ms));
  const { address } = await show(t, page, { at: '/list?state=open' });
  type(' ker');
  pass(249);
  type(' kerem ');
  pass(249);
  assert.equal(address(), '/list?state=open');
  assert.equal(screen.getByRole('paragraph').textContent, ', open');
  pass(1);
  assert.equal(address(), '/list?state=open&search=kerem');
  assert.equal(screen.getByRole('paragraph').textContent, 'kerem, open');
  assert.equal(field().value, ' kerem ');
  type('');
  pass(250);
  assert.equal(address(), '/list?state=open');
});

test('the search of an address stands in the field, cut to a hundred characters', async (t) => {
  const { leave } = await show(t, page, { at: `/list?search=+${'a'.repeat(101)}` });
  assert.equal(field().value, 'a'.repeat(100));
  leave();
  await show(t, page, { at: '/list?search=kerem&page=2' });
  assert.equal(field().value, 'kerem');
});

test('a filter changes its own parameters alone, and another address changes the field', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { address } = await show(t, page, { at: '/list?search=kerem&page=2' });
  press('narrow');
  assert.equal(address(), '/list?search=kerem&state=paid');
  press('follow');
  assert.equal(field().value, 'other');
  act(() => t.mock.timers.tick(1000));
  assert.equal(address(), '/list?search=other&page=2');
  press('clear');
  assert.equal(address(), '/list');
  assert.equal(field().value, '');
  act(() => t.mock.timers.tick(1000));
  assert.equal(address(), '/list');
});

test('typed text does not bring back a user who is leaving for another page', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { address, again } = await show(t, page, { at: '/list' });
  type('kerem');
  again(
    <OnTheWay to="/other">
      <Narrowed />
    </OnTheWay>,
  );
  act(() => t.mock.timers.tick(250));
  assert.equal(address(), '/list');
  again(
    <OnTheWay to="/list">
      <Narrowed />
    </OnTheWay>,
  );
  type('kerem ş');
  act(() => t.mock.timers.tick(250));
  assert.equal(address(), '/list?search=kerem+%C5%9F');
});

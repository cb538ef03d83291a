import type { RefObject } from 'react';
import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { useDesktop } from '../../../ui/use-media.ts';
import { momentColumn } from '../columns.tsx';
import { OrderStateTag } from '../order-state.tsx';
import { Table } from '../table.tsx';
import { ROW_LINK } from '../use-row-keys.ts';
import type { ListedOrder } from './calls.ts';

/** Class of a row that waits for a decision. */
const WAITING = 'shadow-[inset_3px_0_0_var(--bad)]';

/** Renders the orders as a table, on a phone as a list. */
export function OrderList({
  orders,
  rows,
}: {
  readonly orders: readonly ListedOrder[];
  readonly rows: RefObject<HTMLDivElement | null>;
}) {
  const desk = useDesktop();
  return (
    <div ref={rows} className="min-w-0">
      {desk ? <OrderTable orders={orders} /> : <OrderCards orders={orders} />}
    </div>
  );
}

interface Orders {
  readonly orders: readonly ListedOrder[];
}

function OrderTable({ orders }: Orders) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money } = useFormats();
  return (
    <Table
      caption={t('caption')}
      rows={orders}
      keyOf={({ number }) => number}
      columns={[
        {
          name: t('number'),
          look: ({ state }) => cx('whitespace-nowrap', state === 'review' && WAITING),
          cell: ({ number }) => (
            <Link
              {...ROW_LINK}
              to={`/admin/orders/${number}`}
              className="num inline-flex min-h-6 items-center font-semi hover:underline"
            >
              {number}
            </Link>
          ),
        },
        {
          name: t('buyer'),
          look: 'whitespace-nowrap',
          cell: ({ person }) =>
            person === null ? (
              <span className="text-ink-3">{t('gone')}</span>
            ) : (
              <Link to={`/admin/people/${person.uid}`} title={person.email} className="link">
                {`${person.name} ${person.surname}`}
              </Link>
            ),
        },
        {
          name: t('product'),
          look: 'whitespace-nowrap text-ink-2',
          cell: ({ product }) => payment(`product.${product}`),
        },
        { name: t('amount'), right: true, look: 'num', cell: ({ amount }) => money(amount) },
        {
          name: t('stateLabel'),
          look: ({ state }) => (state === 'review' ? 'py-1.5' : ''),
          cell: ({ state }) => (
            <>
              <OrderStateTag state={state} />
              {state === 'review' ? (
                <span className="mt-1 block text-11 text-ink-2">{t('reviewWhy')}</span>
              ) : null}
            </>
          ),
        },
        {
          name: t('provider'),
          look: 'whitespace-nowrap text-ink-2',
          cell: ({ provider }) => t(`providers.${provider}`),
        },
        momentColumn(t('created'), 'created'),
        momentColumn(t('paid'), 'paid'),
      ]}
    />
  );
}

function OrderCards({ orders }: Orders) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money, moment } = useFormats();
  return (
    <ul
      aria-label={t('caption')}
      className="divide-y divide-line-soft overflow-hidden rounded-3 border border-line bg-s1"
    >
      {orders.map(({ number, person, product, amount, state, created }) => (
        <li
          key={number}
          className={cx(
            'relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-3 py-2.5 hover:bg-hover',
            state === 'review' && WAITING,
          )}
        >
          <Link
            {...ROW_LINK}
            to={`/admin/orders/${number}`}
            className="min-w-0 truncate font-semi after:absolute after:inset-0"
          >
            {person === null ? t('gone') : `${person.name} ${person.surname}`}
          </Link>
          <span className="num text-right font-med">{money(amount)}</span>
          <span className="lbl num min-w-0 leading-[1.6] whitespace-normal">
            {`${payment(`product.${product}`)} · ${number} · ${moment(created)}`}
          </span>
          <span className="text-right">
            <OrderStateTag state={state} />
          </span>
          {state === 'review' ? (
            <span className="col-span-2 text-11 text-ink-2">{t('reviewWhy')}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

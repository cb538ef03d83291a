import { ORDER_STATES, type OrderState } from '@rasat/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { loadTexts, useTranslation } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { Load } from '../../../ui/load.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { summaryQuery } from '../calls.ts';
import { ListSearch } from '../list-search.tsx';
import { useOrderStateName } from '../order-state.tsx';
import { MoreButton } from '../pages.tsx';
import { TableBones } from '../table.tsx';
import { useAddressSearch } from '../use-address-search.ts';
import { useRowKeys } from '../use-row-keys.ts';
import { ordersQuery } from './calls.ts';
import { OrderList } from './order-list.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';
import { RunsPanel } from './runs-panel.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMoney', 'payment');
  return null;
}

/** Renders the hint to orders that wait for a decision, the reconciliation, and the list of orders. */
export default function OrdersRoute() {
  const { t } = useTranslation('adminMoney');
  const { t: admin } = useTranslation('admin');
  const address = useAddressSearch();
  const { search } = address;
  const state = ORDER_STATES.find((one) => one === address.read('state')) ?? '';
  const query = useInfiniteQuery({
    ...ordersQuery({ search, state }),
    placeholderData: keepPreviousData,
  });
  const rows = useRowKeys<HTMLDivElement>();
  return (
    <AdminPage
      title={admin('nav.orders')}
      tools={
        <>
          <ListSearch label={t('search')} text={address.text} onText={address.onText} rows={rows} />
          <StateField state={state} onState={(value) => address.write({ state: value })} />
        </>
      }
    >
      <Waiting state={state} />
      <RunsPanel />
      <ReviewsPanel />
      <Load query={query} failed={t('failed')} skeleton={<TableBones rows={12} />}>
        {({ pages }) => {
          const orders = pages.flatMap((page) => page.orders);
          if (orders.length === 0) {
            const all = search === '' && state === '';
            return (
              <Empty
                title={t(all ? 'none' : 'noMatch')}
                {...(all && { text: t('noneText') })}
                action={
                  all ? (
                    <Link to="/admin/prices" className={buttonClass('secondary', 'md')}>
                      {t('toPrices')}
                    </Link>
                  ) : (
                    <Button onClick={address.clear}>{t('clear')}</Button>
                  )
                }
              />
            );
          }
          return (
            <div
              aria-busy={query.isPlaceholderData}
              className={cx('grid min-w-0 gap-3', query.isPlaceholderData && 'opacity-60')}
            >
              <OrderList orders={orders} rows={rows} />
              <MoreButton query={query} />
            </div>
          );
        }}
      </Load>
    </AdminPage>
  );
}

function StateField({
  state,
  onState,
}: {
  readonly state: OrderState | '';
  readonly onState: (state: string) => void;
}) {
  const { t } = useTranslation('adminMoney');
  const nameOf = useOrderStateName();
  return (
    <SelectField
      hideLabel
      label={t('stateLabel')}
      value={state}
      onChange={(event) => onState(event.target.value)}
      className="w-48 max-desk:w-full desk:[&_select]:min-h-8.5 desk:[&_select]:text-13"
    >
      <option value="">{t('allStates')}</option>
      {ORDER_STATES.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </SelectField>
  );
}

const WAITING = [
  { state: 'review', countOf: 'inReview', text: 'reviews' },
  { state: 'unknown', countOf: 'unknown', text: 'unknowns' },
] as const;

/** Renders a hint to the orders of each waiting state, except the state that the list is filtered to. */
function Waiting({ state: shown }: { readonly state: OrderState | '' }) {
  const { t } = useTranslation('adminMoney');
  const { data } = useQuery(summaryQuery());
  return WAITING.map(({ state, countOf, text }) => {
    const count = data?.waiting[countOf] ?? 0;
    if (count === 0 || state === shown) return null;
    return (
      <FormStatus key={state} kind="notice">
        {t(text, { count })}{' '}
        <Link
          to={`/admin/orders?state=${state}`}
          className="font-semi underline underline-offset-3"
        >
          {t('showReviews')}
        </Link>
      </FormStatus>
    );
  });
}

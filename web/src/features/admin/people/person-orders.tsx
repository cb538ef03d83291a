import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { momentColumn, OrderLink, useDocumentColumns } from '../columns.tsx';
import { Day } from '../moment.tsx';
import { OrderStateTag } from '../order-state.tsx';
import { PanelTable } from '../panel-table.tsx';
import type { PersonRecord } from './calls.ts';

/** Renders the orders of a person, newest first, each linked to its page. */
export function PersonOrders({ person: { orders } }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { t: names } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money } = useFormats();
  return (
    <PanelTable
      title={t('orders.title')}
      empty={t('orders.none')}
      rows={orders}
      keyOf={({ number }) => number}
      columns={[
        {
          name: names('number'),
          look: 'whitespace-nowrap',
          cell: ({ number }) => <OrderLink number={number} />,
        },
        {
          name: names('product'),
          look: 'whitespace-nowrap',
          cell: ({ product }) => payment(`product.${product}`),
        },
        { name: names('amount'), right: true, look: 'num', cell: ({ amount }) => money(amount) },
        { name: names('stateLabel'), cell: ({ state }) => <OrderStateTag state={state} /> },
        momentColumn(names('created'), 'created'),
      ]}
    />
  );
}

/** Renders the invoices and credit notes of a person. */
export function PersonDocuments({ person: { invoices } }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { t: names } = useTranslation('adminMoney');
  const { money } = useFormats();
  return (
    <PanelTable
      title={t('invoices.title')}
      empty={t('invoices.none')}
      rows={invoices}
      keyOf={({ number }) => number}
      columns={[
        ...useDocumentColumns(),
        { name: names('date'), right: true, cell: ({ date }) => <Day timeMs={date} /> },
        { name: names('amount'), right: true, look: 'num', cell: ({ amount }) => money(amount) },
        { name: names('number'), cell: ({ order }) => <OrderLink number={order} /> },
      ]}
    />
  );
}

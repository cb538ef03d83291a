import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { Day, Moment } from '../moment.tsx';
import { OrderStateTag } from '../order-state.tsx';
import { PanelTable, RIGHT } from '../panel-table.tsx';
import { CELL, Row } from '../table.tsx';
import type { PersonRecord } from './calls.ts';

/** The orders of a person, newest first, each linked to its page. */
export function PersonOrders({ person: { orders } }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { t: money } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money: amountText } = useFormats();
  return (
    <PanelTable
      title={t('orders.title')}
      empty={orders.length === 0 ? t('orders.none') : null}
      columns={[
        { name: money('number') },
        { name: money('product') },
        { name: money('amount'), right: true },
        { name: money('stateLabel') },
        { name: money('created'), right: true },
      ]}
    >
      {orders.map(({ number, product, amount, state, created }) => (
        <Row key={number}>
          <th scope="row" className={`${CELL} whitespace-nowrap`}>
            <Link to={`/admin/orders/${number}`} className="link num">
              {number}
            </Link>
          </th>
          <td className={`${CELL} whitespace-nowrap`}>{payment(`product.${product}`)}</td>
          <td className={`${RIGHT} num`}>{amountText(amount)}</td>
          <td className={CELL}>
            <OrderStateTag state={state} />
          </td>
          <td className={`${RIGHT} text-ink-2`}>
            <Moment timeMs={created} />
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

/** The invoices and credit notes of a person. */
export function PersonDocuments({ person: { invoices } }: { readonly person: PersonRecord }) {
  const { t } = useTranslation('adminPeople');
  const { t: money } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money: amountText } = useFormats();
  return (
    <PanelTable
      title={t('invoices.title')}
      empty={invoices.length === 0 ? t('invoices.none') : null}
      columns={[
        { name: payment('invoices.number') },
        { name: money('kind') },
        { name: money('date'), right: true },
        { name: money('amount'), right: true },
        { name: money('number') },
      ]}
    >
      {invoices.map(({ number, kind, date, amount, order }) => (
        <Row key={number}>
          <th scope="row" className={`${CELL} num font-semi`}>
            {number}
          </th>
          <td className={CELL}>
            <Tag tone={kind === 'invoice' ? 'quiet' : 'info'}>{payment(`invoices.${kind}`)}</Tag>
          </td>
          <td className={RIGHT}>
            <Day timeMs={date} />
          </td>
          <td className={`${RIGHT} num`}>{amountText(amount)}</td>
          <td className={CELL}>
            <Link to={`/admin/orders/${order}`} className="link num">
              {order}
            </Link>
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Fact, Facts } from '../facts.tsx';
import { Moment } from '../moment.tsx';
import { OrderStateTag } from '../order-state.tsx';
import type { OrderRecord } from './calls.ts';

/** Renders the facts of an order and the right that it granted. */
export function OrderFacts({ order }: { readonly order: OrderRecord }) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { money, percent } = useFormats();
  const { person } = order;
  return (
    <Panel title={t('order.facts')}>
      <Facts>
        <Fact name={t('order.state')}>
          <OrderStateTag state={order.state} />
        </Fact>
        <Fact name={t('buyer')}>
          {person === null ? (
            t('gone')
          ) : (
            <>
              <Link to={`/admin/people/${person.uid}`} className="link font-semi">
                {`${person.name} ${person.surname}`}
              </Link>
              <span className="block text-12 break-all text-ink-2">{person.email}</span>
            </>
          )}
        </Fact>
        <Fact name={t('product')}>{payment(`product.${order.product}`)}</Fact>
        <Fact name={t('amount')}>
          <span className="num font-semi">{money(order.amount)}</span>
        </Fact>
        <Fact name={t('order.net')}>
          <span className="num">{money(order.net)}</span>
        </Fact>
        <Fact name={t('order.vat', { percent: percent(order.vatRate, 0) })}>
          <span className="num">{money(order.vat)}</span>
        </Fact>
        <Fact name={t('provider')}>{t(`providers.${order.provider}`)}</Fact>
        <Fact name={t('created')}>
          <Moment timeMs={order.created} />
        </Fact>
        <Fact name={t('paid')}>
          <Moment timeMs={order.paid} />
        </Fact>
        <Fact name={t('order.grant')}>
          <Given grant={order.grant} />
        </Fact>
        <Fact name={t('order.agreement')}>
          <Link to="/info/agreement" reloadDocument className="link">
            {t('order.version', { version: order.agreement })}
          </Link>
        </Fact>
        <Fact name={t('order.refundTerms')}>
          <Link to="/info/refund" reloadDocument className="link">
            {t('order.version', { version: order.refundTerms })}
          </Link>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Given({ grant }: { readonly grant: OrderRecord['grant'] }) {
  const { t } = useTranslation('adminMoney');
  const { date } = useFormats();
  if (grant === null) return t('order.noGrant');
  const { start, end, ended } = grant;
  return (
    <span className="grid justify-items-end gap-1">
      <span className="num">
        {`${date(start)} – ${end === null ? t('order.noEnd') : date(end)}`}
      </span>
      {ended === null ? null : <Tag tone="bad">{t('order.grantEnded', { date: date(ended) })}</Tag>}
    </span>
  );
}

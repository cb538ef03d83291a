import { Link } from 'react-router';
import { formatNumber } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { Day, Moment } from '../moment.tsx';
import { PanelTable, RIGHT } from '../panel-table.tsx';
import { CELL, Row } from '../table.tsx';
import type { OrderRecord } from './calls.ts';

interface OrderProps {
  readonly order: OrderRecord;
}

const ATTEMPT_TONES = {
  opening: 'info',
  live: 'info',
  unknown: 'warn',
  dead: 'quiet',
  captured: 'ok',
} as const;
const ROLE_TONES = { pays: 'ok', misfit: 'bad', surplus: 'warn' } as const;
const REFUND_TONES = { asked: 'warn', refused: 'bad', done: 'ok' } as const;

/** The attempts to pay, one for each opened payment page. */
export function Attempts({ order: { attempts } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  return (
    <PanelTable
      title={t('order.attempts')}
      empty={attempts.length === 0 ? t('order.noAttempts') : null}
      columns={[
        { name: t('order.began') },
        { name: t('order.state') },
        { name: t('order.cardCode') },
        { name: t('order.seen'), right: true },
      ]}
    >
      {attempts.map(({ id, began, state, code, seen }) => (
        <Row key={id}>
          <th scope="row" className={CELL}>
            <Moment timeMs={began} />
          </th>
          <td className={CELL}>
            <Tag tone={ATTEMPT_TONES[state]}>{t(`order.attemptState.${state}`)}</Tag>
          </td>
          <td className={`${CELL} py-1.5`}>
            {code === null ? (
              '—'
            ) : (
              <>
                {payment(`refusal.${code}`)}{' '}
                <code className="font-sans text-11 text-ink-3">{code}</code>
              </>
            )}
          </td>
          <td className={`${RIGHT} text-ink-2`}>
            <Moment timeMs={seen} />
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

/** The payments that the provider captured, in their currency. */
export function Payments({ order: { payments } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { language, money } = useFormats();
  return (
    <PanelTable
      title={t('order.payments')}
      empty={payments.length === 0 ? t('order.noPayments') : null}
      columns={[
        { name: t('order.paymentId') },
        { name: t('amount'), right: true },
        { name: t('order.role') },
        { name: t('order.at'), right: true },
      ]}
    >
      {payments.map(({ id, at, amount, currency, role, unreadable }) => (
        <Row key={id}>
          <th scope="row" className={`${CELL} num`}>
            {id}
          </th>
          <td className={`${RIGHT} num`}>
            {unreadable ??
              (currency === 'TRY'
                ? money(amount)
                : `${formatNumber(language, amount / 100, 2)}\u00a0${currency}`)}
          </td>
          <td className={CELL}>
            <Tag tone={ROLE_TONES[role]}>{t(`order.roles.${role}`)}</Tag>
          </td>
          <td className={`${RIGHT} text-ink-2`}>
            <Moment timeMs={at} />
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

/** The refunds with their reasons. */
export function Refunds({ order: { refunds } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { money } = useFormats();
  return (
    <PanelTable
      title={t('order.refunds')}
      empty={refunds.length === 0 ? t('order.noRefunds') : null}
      columns={[
        { name: t('order.begun') },
        { name: t('order.reason') },
        { name: t('order.by') },
        { name: t('amount'), right: true },
        { name: t('order.state') },
        { name: t('order.done'), right: true },
      ]}
    >
      {refunds.map(({ id, begun, reason, by, where, amount, state, done }) => (
        <Row key={id}>
          <th scope="row" className={CELL}>
            <Moment timeMs={begun} />
          </th>
          <td className={`${CELL} min-w-40 py-1.5`}>
            {reason === 'at-provider' ? null : reason}
            {where === null ? null : (
              <span className="block text-11 text-ink-3">{t(`order.where.${where}`)}</span>
            )}
          </td>
          <td className={`${CELL} whitespace-nowrap`}>
            {by === null ? (
              t('order.itself')
            ) : (
              <Link translate="no" to={`/admin/people/${by}`} className="link num">
                {by}
              </Link>
            )}
          </td>
          <td className={`${RIGHT} num`}>{money(amount)}</td>
          <td className={CELL}>
            <Tag tone={REFUND_TONES[state]}>{t(`order.refundState.${state}`)}</Tag>
          </td>
          <td className={`${RIGHT} text-ink-2`}>
            <Moment timeMs={done} />
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

/** The invoice, and the credit note of a refund. */
export function Documents({ order: { invoices } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  return (
    <PanelTable
      title={t('order.documents')}
      empty={invoices.length === 0 ? t('order.noDocuments') : null}
      columns={[
        { name: payment('invoices.number') },
        { name: t('kind') },
        { name: t('date'), right: true },
      ]}
    >
      {invoices.map(({ number, kind, date }) => (
        <Row key={number}>
          <th scope="row" className={`${CELL} num font-semi`}>
            {number}
          </th>
          <td className={CELL}>
            <Tag tone={kind === 'invoice' ? 'quiet' : 'info'}>{payment(`invoices.${kind}`)}</Tag>
          </td>
          <td className={`${RIGHT} text-ink-2`}>
            <Day timeMs={date} />
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

import { Link } from 'react-router';
import { formatNumber } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { momentColumn, useDocumentColumns } from '../columns.tsx';
import { Day, Moment } from '../moment.tsx';
import { PanelTable } from '../panel-table.tsx';
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

/** Renders the payment attempts, one for each opened payment page. */
export function Attempts({ order: { attempts } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  return (
    <PanelTable
      title={t('order.attempts')}
      empty={t('order.noAttempts')}
      rows={attempts}
      keyOf={({ id }) => id}
      columns={[
        { name: t('order.began'), cell: ({ began }) => <Moment timeMs={began} /> },
        {
          name: t('order.state'),
          cell: ({ state }) => (
            <Tag tone={ATTEMPT_TONES[state]}>{t(`order.attemptState.${state}`)}</Tag>
          ),
        },
        {
          name: t('order.cardCode'),
          look: 'py-1.5',
          cell: ({ code }) =>
            code === null ? (
              '—'
            ) : (
              <>
                {payment(`refusal.${code}`)}{' '}
                <code className="font-sans text-11 text-ink-3">{code}</code>
              </>
            ),
        },
        momentColumn(t('order.seen'), 'seen'),
      ]}
    />
  );
}

/** Renders the payments that the provider captured, in their currency. */
export function Payments({ order: { payments } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { language, money } = useFormats();
  return (
    <PanelTable
      title={t('order.payments')}
      empty={t('order.noPayments')}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { name: t('order.paymentId'), look: 'num', cell: ({ id }) => id },
        {
          name: t('amount'),
          right: true,
          look: 'num',
          cell: ({ unreadable, currency, amount }) =>
            unreadable ??
            (currency === 'TRY'
              ? money(amount)
              : `${formatNumber(language, amount / 100, 2)}\u00a0${currency}`),
        },
        {
          name: t('order.role'),
          cell: ({ role }) => <Tag tone={ROLE_TONES[role]}>{t(`order.roles.${role}`)}</Tag>,
        },
        momentColumn(t('order.at'), 'at'),
      ]}
    />
  );
}

/** Renders the refunds with their reasons. */
export function Refunds({ order: { refunds } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  const { money } = useFormats();
  return (
    <PanelTable
      title={t('order.refunds')}
      empty={t('order.noRefunds')}
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        { name: t('order.begun'), cell: ({ begun }) => <Moment timeMs={begun} /> },
        {
          name: t('order.reason'),
          look: 'min-w-40 py-1.5',
          cell: ({ reason, where }) => (
            <>
              {reason === 'at-provider' ? null : reason}
              {where === null ? null : (
                <span className="block text-11 text-ink-3">{t(`order.where.${where}`)}</span>
              )}
            </>
          ),
        },
        {
          name: t('order.by'),
          look: 'whitespace-nowrap',
          cell: ({ by }) =>
            by === null ? (
              t('order.itself')
            ) : (
              <Link translate="no" to={`/admin/people/${by}`} className="link num">
                {by}
              </Link>
            ),
        },
        { name: t('amount'), right: true, look: 'num', cell: ({ amount }) => money(amount) },
        {
          name: t('order.state'),
          cell: ({ state }) => (
            <Tag tone={REFUND_TONES[state]}>{t(`order.refundState.${state}`)}</Tag>
          ),
        },
        momentColumn(t('order.done'), 'done'),
      ]}
    />
  );
}

/** Renders the invoice, and the credit note of a refund. */
export function Documents({ order: { invoices } }: OrderProps) {
  const { t } = useTranslation('adminMoney');
  return (
    <PanelTable
      title={t('order.documents')}
      empty={t('order.noDocuments')}
      rows={invoices}
      keyOf={({ number }) => number}
      columns={[
        ...useDocumentColumns(),
        {
          name: t('date'),
          right: true,
          look: 'text-ink-2',
          cell: ({ date }) => <Day timeMs={date} />,
        },
      ]}
    />
  );
}

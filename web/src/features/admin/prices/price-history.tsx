import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { Moment } from '../moment.tsx';
import { PanelTable } from '../panel-table.tsx';
import type { PriceChange } from './calls.ts';

/** Renders the changes of prices, newest first, with their dates and administrators. */
export function PriceHistory({
  changes,
  nowMs,
}: {
  readonly changes: readonly PriceChange[];
  readonly nowMs: number;
}) {
  const { t } = useTranslation('adminMoney');
  const { t: payment } = useTranslation('payment');
  const { number } = useFormats();
  const lira = (kurus: number) => number(kurus / 100, 2);
  return (
    <PanelTable
      title={t('prices.history')}
      empty={t('noMatch')}
      rows={changes}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('prices.validFrom'),
          look: 'py-1.5 text-ink-2',
          cell: ({ from }) => (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Moment timeMs={from} />
              {from > nowMs ? <Tag tone="info">{t('prices.waiting')}</Tag> : null}
            </span>
          ),
        },
        {
          name: t('product'),
          look: 'whitespace-nowrap',
          cell: ({ product }) => payment(`product.${product}`),
        },
        {
          name: t('prices.change'),
          right: true,
          look: 'num',
          cell: ({ previous, amount }) =>
            previous === null ? (
              <>
                <span className="text-ink-3 max-tab:block">{t('prices.first')}</span> {lira(amount)}
              </>
            ) : (
              `${lira(previous)} → ${lira(amount)}`
            ),
        },
        {
          name: t('prices.who'),
          look: 'whitespace-nowrap text-ink-2',
          cell: ({ by, set }) =>
            by === null ? (
              t('prices.settings')
            ) : (
              <>
                <Link to={`/admin/people/${by.uid}`} className="link">
                  {by.name === null ? by.uid : `${by.name} ${by.surname ?? ''}`}
                </Link>
                {', '}
                <Moment timeMs={set} />
              </>
            ),
        },
      ]}
    />
  );
}

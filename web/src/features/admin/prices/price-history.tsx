import { Link } from 'react-router';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { Moment } from '../moment.tsx';
import { PanelTable, RIGHT } from '../panel-table.tsx';
import { CELL, Row } from '../table.tsx';
import type { PriceChange } from './calls.ts';

/** The changes of prices, newest first, with their dates and administrators. */
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
      empty={changes.length === 0 ? t('noMatch') : null}
      columns={[
        { name: t('prices.validFrom') },
        { name: t('product') },
        { name: t('prices.change'), right: true },
        { name: t('prices.who') },
      ]}
    >
      {changes.map(({ id, product, amount, previous, from, set, by }) => (
        <Row key={id}>
          <th scope="row" className={`${CELL} py-1.5 text-ink-2`}>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Moment timeMs={from} />
              {from > nowMs ? <Tag tone="info">{t('prices.waiting')}</Tag> : null}
            </span>
          </th>
          <td className={`${CELL} whitespace-nowrap`}>{payment(`product.${product}`)}</td>
          <td className={`${RIGHT} num`}>
            {previous === null ? (
              <>
                <span className="text-ink-3 max-tab:block">{t('prices.first')}</span> {lira(amount)}
              </>
            ) : (
              `${lira(previous)} → ${lira(amount)}`
            )}
          </td>
          <td className={`${CELL} whitespace-nowrap text-ink-2`}>
            {by === null ? (
              t('prices.settings')
            ) : (
              <>
                <Link to={`/admin/people/${by.uid}`} className="link">
                  {by.name === null ? by.uid : `${by.name} ${by.surname ?? ''}`}
                </Link>
                {', '}
              </>
            )}
            {by === null ? null : <Moment timeMs={set} />}
          </td>
        </Row>
      ))}
    </PanelTable>
  );
}

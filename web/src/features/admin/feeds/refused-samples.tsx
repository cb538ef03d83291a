import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useSourceName } from '../source-name.ts';
import { Table } from '../table.tsx';
import type { Feeds } from './calls.ts';
import { useReason } from './reasons.ts';

const ID = 'refused-samples';

/** Scrolls to the last refused ticks and focuses them. */
export function showSamples(): void {
  const section = document.getElementById(ID);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** Renders the last refused ticks; nothing without one. */
export function RefusedSamples({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { moment } = useFormats();
  const reasonText = useReason();
  const sourceName = useSourceName();
  return (
    <section
      id={ID}
      tabIndex={-1}
      className="grid min-w-0 scroll-mt-16 gap-2 outline-none empty:hidden"
    >
      {feeds.prints.length === 0 ? null : (
        <>
          <h2 className="text-13">{t('feeds.prints')}</h2>
          <Table
            caption={t('feeds.prints')}
            namedBy={1}
            rows={feeds.prints}
            keyOf={({ seen, symbol, d, price, reason }) =>
              `${seen} ${symbol} ${d} ${price} ${reason}`
            }
            columns={[
              { name: t('feeds.time'), look: 'num text-ink-2', cell: ({ seen }) => moment(seen) },
              {
                name: t('feeds.symbol'),
                look: 'font-semi',
                cell: ({ symbol }) => <span translate="no">{symbol}</span>,
              },
              { name: t('feeds.price'), look: 'num', cell: ({ price }) => String(price) },
              { name: t('feeds.reason'), cell: ({ reason }) => reasonText(reason) },
              {
                name: t('feeds.source'),
                look: 'text-ink-2',
                cell: ({ source }) => sourceName(source),
              },
            ]}
          />
        </>
      )}
    </section>
  );
}

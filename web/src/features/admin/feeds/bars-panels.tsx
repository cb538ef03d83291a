import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { Feeds } from './calls.ts';
import { PanelList } from './panel-list.tsx';
import { useReason } from './reasons.ts';
import { useAgo } from './source-words.ts';

/** Renders the symbols of open markets whose prices are stale, without those of sources that send no prices. */
export function StaleSymbols({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const age = useAgo(feeds.serverTime);
  const isAny = feeds.sources.some(({ flow }) => flow.stale > 0);
  const empty = t(isAny ? 'feeds.laggingNoneElse' : 'feeds.laggingNone');
  return (
    <PanelList title={t('feeds.lagging')} empty={empty}>
      {feeds.lagging.map(({ symbol, last }) => (
        <li key={symbol} className="flex justify-between gap-4 px-3 py-2">
          <span translate="no" className="font-semi">
            {symbol}
          </span>
          <span className="num text-ink-2">{age(last)}</span>
        </li>
      ))}
    </PanelList>
  );
}

/** Renders the bars that came late or with other values. */
export function CorrectionsPanel({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count, moment } = useFormats();
  const reasonText = useReason();
  return (
    <PanelList title={t('feeds.corrections')} empty={t('feeds.noCorrections')}>
      {feeds.corrections.map(({ symbol, reason, count: number, last }) => (
        <li key={`${symbol} ${reason}`} className="flex flex-wrap gap-x-4 px-3 py-2">
          <span translate="no" className="w-28 font-semi">
            {symbol}
          </span>
          <span className="flex-1">{reasonText(reason)}</span>
          <span className="num">{count(number)}</span>
          <span className="num w-32 text-right text-ink-3">{moment(last)}</span>
        </li>
      ))}
    </PanelList>
  );
}

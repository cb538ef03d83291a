import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { Feeds } from './calls.ts';
import { useReason } from './reasons.ts';
import { showSamples } from './refused-samples.tsx';

/** Renders the refused prices of 24 hours as a bar for each reason, the longest first. */
export function RefusalsPanel({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { count } = useFormats();
  const reasonText = useReason();
  const bars = countReasons(feeds.refusals);
  const most = bars[0]?.count ?? 0;
  const all = bars.reduce((sum, bar) => sum + bar.count, 0);
  return (
    <Panel
      title={t('feeds.refusals')}
      meta={
        <span className="num text-12 text-ink-3">
          {t('feeds.refusedOf', { number: count(all) })}
        </span>
      }
      actions={
        feeds.prints.length === 0 ? null : (
          <Button variant="quiet" size="sm" onClick={showSamples}>
            {t('feeds.samples')}
          </Button>
        )
      }
    >
      {bars.length === 0 ? (
        <p className="px-3.5 pt-3 text-ink-2">{t('feeds.noRefusals')}</p>
      ) : (
        <ul className="py-1.5">
          {bars.map((bar) => (
            <li
              key={bar.reason}
              className="grid grid-cols-[minmax(0,190px)_minmax(0,1fr)_auto] items-center gap-3 px-3.5 py-2 max-desk:grid-cols-[minmax(0,150px)_minmax(0,1fr)_auto]"
            >
              <span className="first-letter:uppercase">{reasonText(bar.reason)}</span>
              <span aria-hidden="true">
                <i
                  className="block h-2 min-w-0.5 rounded-[1px] bg-ink-3"
                  style={{ width: `${(bar.count / most) * 100}%` }}
                />
              </span>
              <b className="num min-w-9 text-right font-semi">{count(bar.count)}</b>
            </li>
          ))}
        </ul>
      )}
      <p className="px-3.5 pt-1.5 pb-3 text-12 text-ink-3">{t('feeds.refusedHelp')}</p>
    </Panel>
  );
}

/** Adds up the refusals of all sources by reason, the largest number first. */
function countReasons(
  refusals: Feeds['refusals'],
): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason, count } of refusals) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return Array.from(counts, ([reason, count]) => ({ reason, count })).toSorted(
    (a, b) => b.count - a.count,
  );
}

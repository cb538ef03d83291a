import { type BaseRateView, isRateStated } from '@rasat/contract';
import { Link } from 'react-router';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { cx } from './cx.ts';
import { computeRateRule } from './rate-rule.ts';
import { Tag } from './tag.tsx';
import { useSourceWords } from './use-source-words.ts';

/** Returns a formatter of a rate as a sentence, with its interval, matched entries, count and source of signals. */
export function useRateLine(): (rate: BaseRateView | null) => string {
  const { t } = useTranslation('signal');
  const formats = useFormats();
  const { prices } = useSourceWords();
  const share = (value: number) => formats.percent(value * 100, 1);
  return (rate) => {
    if (rate === null) return t('rate.none');
    const n = formats.count(rate.n);
    if (!isRateStated(rate)) return t('rate.few', { n });
    const known = t(`rate.known.${rate.kind}`, {
      n,
      rate: share(rate.rate),
      low: share(rate.low),
      high: share(rate.high),
      baseline: share(rate.baseline),
    });
    const origin = rate.backfill ? 'rate.backtest' : 'rate.live';
    return `${known} ${t(origin, { prices: prices(rate.source) })}`;
  };
}

/** Returns a formatter of a rate's source: the category, the kind of prices, and whether it is a backtest. */
export function useRateSource(): (rate: BaseRateView) => string {
  const { t } = useTranslation(['signal', 'words']);
  const { name } = useSourceWords();
  return ({ category, source, backfill }) =>
    [
      category === null ? t('allCategories') : t(`words:category.${category}`),
      name(source),
      t(backfill ? 'backtest' : 'live'),
    ].join(' · ');
}

/** Shows the record's verdict on a group of signals; nothing for a backtest, which proves nothing. */
export function VerdictTag({ verdict }: { readonly verdict: BaseRateView['verdict'] }) {
  const { t } = useTranslation('signal');
  if (verdict === null) return null;
  return (
    <Tag tone={verdict === 'interval-excludes-zero' ? 'info' : 'quiet'}>
      {t(`verdict.${verdict}`)}
    </Tag>
  );
}

/** Links to the description of how rates are computed. */
export function MethodLink({ className }: { readonly className?: string }) {
  const { t } = useTranslation('signal');
  return (
    <Link to="/record" className={cx('link', className)}>
      {t('method')}
    </Link>
  );
}

/**
 * Draws a rate on a scale of shares: the interval as a line, the baseline as a brass mark, the rate as a dot. The dot
 * is filled only when the interval of live signals excludes the baseline. A sentence beside it has the same content.
 */
export function RateStrip({ rate }: { readonly rate: BaseRateView }) {
  const formats = useFormats();
  const rule = computeRateRule([rate.low, rate.high, rate.rate, rate.baseline]);
  const at = (share: number) => `${(rule.place(share) * 100).toFixed(2)}%`;
  const end = (share: number) => formats.percent(share * 100, 0);
  const apart = rate.verdict !== null && (rate.baseline < rate.low || rate.baseline > rate.high);
  return (
    <div aria-hidden="true" className="mx-1.5 mb-2">
      <div className="relative h-6">
        <span className="absolute inset-x-0 top-2.5 h-px bg-line-ctl/70 forced-color-adjust-none" />
        {rule.ticks.map((tick) => (
          <span
            key={tick.at}
            className={cx(
              'absolute top-2.5 w-px bg-line-ctl',
              tick.long ? 'h-1.5' : 'h-0.75 opacity-60',
            )}
            style={{ left: `${tick.at * 100}%` }}
          />
        ))}
        <span
          className="absolute top-2.25 h-0.75 rounded-full bg-ink-2"
          style={{ left: at(rate.low), right: `calc(100% - ${at(rate.high)})` }}
        />
        <span
          className={cx(
            'absolute top-1.25 size-2.75 -translate-x-1/2 rounded-full border-2 border-ink',
            apart ? 'bg-ink' : 'bg-s1',
          )}
          style={{ left: at(rate.rate) }}
        />
        <span
          className="absolute top-0.5 h-4.25 w-0.5 -translate-x-1/2 bg-brass"
          style={{ left: at(rate.baseline) }}
        />
      </div>
      <div className="num -mx-1.5 flex justify-between text-10 leading-none text-ink-3">
        <span>{end(rule.from)}</span>
        <span>{end(rule.to)}</span>
      </div>
    </div>
  );
}

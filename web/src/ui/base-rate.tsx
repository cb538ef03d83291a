import { type BaseRateView, isRateStated } from '@rasat/contract';
import { Link } from 'react-router';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { cx } from './cx.ts';
import { computeRateRule } from './rate-rule.ts';
import { Tag } from './tag.tsx';

/** A rate as one line: never without its interval, its baseline and its count. */
export function useRateLine(): (rate: BaseRateView | null) => string {
  const { t } = useTranslation('signal');
  const formats = useFormats();
  const share = (value: number) => formats.percent(value * 100, 1);
  return (rate) => {
    if (rate === null) return t('rate.none');
    const n = formats.count(rate.n);
    if (!isRateStated(rate)) return t('rate.few', { n });
    return t('rate.known', {
      n,
      rate: share(rate.rate),
      low: share(rate.low),
      high: share(rate.high),
      baseline: share(rate.baseline),
    });
  };
}

/** Where the signals behind a rate are from: their category, and whether prices or times are not real ones. */
export function useRateSource(): (rate: BaseRateView) => string {
  const { t } = useTranslation(['signal', 'words']);
  return ({ category, simulated, backfill }) =>
    [
      category === null ? t('allCategories') : t(`words:category.${category}`),
      ...(simulated ? [t('words:simulated')] : []),
      ...(backfill ? [t('backfill')] : []),
    ].join(' · ');
}

/** What the record says of a group of signals, in its word. */
export function VerdictTag({ verdict }: { readonly verdict: BaseRateView['verdict'] }) {
  const { t } = useTranslation('signal');
  return <Tag tone={verdict === 'differs' ? 'info' : 'quiet'}>{t(`verdict.${verdict}`)}</Tag>;
}

/** The way to how rates are made. */
export function MethodLink({ className }: { readonly className?: string }) {
  const { t } = useTranslation('signal');
  return (
    <Link to="/record" className={cx('link', className)}>
      {t('method')}
    </Link>
  );
}

/**
 * A rate on a rule of shares: its interval as a line, the baseline as a brass mark, the rate as a dot that is filled only
 * where the interval leaves the baseline out. What it shows stands in words beside it.
 */
export function RateStrip({ rate }: { readonly rate: BaseRateView }) {
  const formats = useFormats();
  const rule = computeRateRule([rate.low, rate.high, rate.rate, rate.baseline]);
  const at = (share: number) => `${(rule.place(share) * 100).toFixed(2)}%`;
  const end = (share: number) => formats.percent(share * 100, 0);
  const apart = rate.baseline < rate.low || rate.baseline > rate.high;
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

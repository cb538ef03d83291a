import { useFormats, useTranslation } from '../i18n/index.ts';
import { MethodLink } from '../ui/base-rate.tsx';
import { Row } from './row.tsx';

/** What came of the levels whose published chance lay between two shares. Shares are 0 to 1. */
export interface ChanceBin {
  readonly from: number;
  readonly to: number;
  /** Levels in the bin. */
  readonly n: number;
  /** Share of them that was reached. */
  readonly seen: number;
  /** 95 % interval of `seen`; null with too few weeks. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** First publication that counts. */
  readonly sinceMs: number;
  /** Whether the figures are those of a backtest. */
  readonly isBacktest: boolean;
}

/** Renders how often such chances came true, or that there are not enough of them yet (null). */
export function ChanceRecord({ bin }: { readonly bin: ChanceBin | null }) {
  const { t } = useTranslation(['why', 'signal']);
  const formats = useFormats();
  const share = (value: number): string => formats.percent(value * 100, 0);
  const range = (low: number, high: number): string =>
    t('signal:rate.range', { low: share(low), high: share(high) });
  if (bin === null) {
    return (
      <p className="text-12 leading-mid text-ink-3">
        {t('chanceRecord.few')} <MethodLink className="text-ink-2" />
      </p>
    );
  }
  const { from, to, n, seen, interval, sinceMs, isBacktest } = bin;
  return (
    <>
      <p className="text-12 leading-mid text-ink-2">
        {t('chanceRecord.sentence', {
          range: range(from, to),
          since: formats.date(sinceMs),
          seen: share(seen),
        })}
      </p>
      <dl className="num mt-1.75 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-12">
        <Row label={t('cases')}>{formats.count(n)}</Row>
        <Row label={t('interval')}>
          {interval ? range(interval.low, interval.high) : t('chanceRecord.noInterval')}
        </Row>
      </dl>
      <p className="mt-2 text-12 leading-mid text-ink-3">
        {t(isBacktest ? 'signal:backtest' : 'signal:live')}. <MethodLink className="text-ink-2" />
      </p>
    </>
  );
}

import { useFormats, useTranslation } from '../i18n/index.ts';
import { MethodLink } from '../ui/base-rate.tsx';
import { useSourceWords } from '../ui/use-source-words.ts';
import type { ChanceFigure } from './chance-figures.ts';
import { Row } from './row.tsx';

const SENTENCE = { weekly: 'weekly', boxes: 'boxes', 'cone.1d': 'day', 'cone.1w': 'week' } as const;

/**
 * Renders how often such chances came true, or that there are not enough of them yet. `figures` are null while unknown.
 */
export function ChanceRecord({
  figures,
  isCone,
}: {
  readonly figures: readonly ChanceFigure[] | null;
  readonly isCone: boolean;
}) {
  const { t } = useTranslation(['why', 'words']);
  if (figures === null) {
    return <p className="text-12 leading-mid text-ink-3">{t('words:loading')}</p>;
  }
  return (
    <>
      {figures.map((figure) => (
        <Figure key={figure.sinceMs === null ? 'backtest' : 'live'} figure={figure} />
      ))}
      <p className="text-12 leading-mid text-ink-3">
        {figures.length > 0 ? null : `${t(isCone ? 'coneRows' : 'chanceRecord.few')} `}
        <MethodLink className="text-ink-2" />
      </p>
    </>
  );
}

/** Renders a figure as a sentence, with its count, its interval, and what it is a figure of. */
function Figure({ figure }: { readonly figure: ChanceFigure }) {
  const { t } = useTranslation(['why', 'signal']);
  const formats = useFormats();
  const { name } = useSourceWords();
  const share = (value: number): string => formats.percent(value * 100, 0);
  const range = (low: number, high: number): string =>
    t('signal:rate.range', { low: share(low), high: share(high) });
  const { scope, group, from, to, source, n, seen, interval, sinceMs, symbols } = figure;
  const sentence = SENTENCE[group];
  const values = {
    range: from === to ? share(from) : range(from, to),
    // A share of few levels says nothing, so it is written as two counts.
    seen: interval
      ? share(seen)
      : t('chanceRecord.counted', {
          seen: formats.count(Math.round(seen * n)),
          n: formats.count(n),
        }),
  };
  const origin = [
    t(`chanceRecord.scope.${scope}`),
    name(source),
    t(sinceMs === null ? 'signal:backtest' : 'signal:live'),
    ...(symbols
      ? [
          t('chanceRecord.symbols', {
            done: formats.count(symbols.done),
            all: formats.count(symbols.all),
          }),
        ]
      : []),
  ];
  return (
    <div className="mb-3">
      <p className="text-12 leading-mid text-ink-2">
        {sinceMs === null
          ? t(`chanceRecord.backtest.${sentence}`, values)
          : t(`chanceRecord.live.${sentence}`, { ...values, since: formats.date(sinceMs) })}
      </p>
      <dl className="num mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-12">
        <Row label={t('cases')}>{formats.count(n)}</Row>
        <Row label={t('interval')}>
          {interval ? range(interval.low, interval.high) : t('chanceRecord.noInterval')}
        </Row>
      </dl>
      <p className="mt-1.5 text-12 leading-mid text-ink-3">{`${origin.join(' · ')}.`}</p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { formatSpan } from '../../../i18n/measures.ts';
import type { Feeds } from './calls.ts';
import { type SourceState, stateOf, symbolsOf } from './source-state.ts';

const SMALL_PERCENT = 0.1;
/** The server sends no more gaps. */
const MOST_GAPS = 100;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Renders the figures of all sources together. */
export function Figures({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { language, count, percent } = useFormats();
  const { sources, gaps } = feeds;
  const filled = gaps.filter(({ state }) => state === 'filled').length;
  const live = sources.filter((source) => stateOf(source) === 'live').length;
  const stale = sum(sources.map(({ flow }) => flow.stale));
  const closed = sum(sources.map(({ flow }) => flow.closed));
  // A delayed source would hide how fast the others are.
  const p95s = sources.flatMap(({ delay, minute }) => (delay.ms === 0 ? (minute.p95 ?? []) : []));
  const refused = sum(sources.map(({ day }) => day.refused));
  const all = refused + sum(sources.map(({ day }) => day.accepted));
  const share = all === 0 ? 0 : (refused / all) * 100;
  return (
    <section aria-label={t('feeds.figures.title')}>
      <dl className="num grid overflow-hidden rounded-3 border border-line bg-s1 max-desk:grid-cols-2 desk:grid-flow-col desk:auto-cols-fr">
        <Figure
          name={t('feeds.figures.flowing')}
          value={t('feeds.figures.of', { part: live, all: sources.length })}
          note={useOthers()(sources.map(stateOf))}
        />
        <Figure
          name={t('feeds.figures.symbols')}
          value={count(sum(sources.map(symbolsOf)))}
          note={
            stale + closed === 0
              ? t('feeds.figures.allFlow')
              : [
                  ...(stale > 0 ? [t('feeds.staleSymbols', { number: count(stale) })] : []),
                  ...(closed > 0 ? [t('feeds.closedSymbols', { number: count(closed) })] : []),
                ].join(', ')
          }
        />
        <Figure
          name={t('feeds.figures.ticks')}
          value={count(sum(sources.map(({ minute }) => minute.ticks)))}
          note={
            p95s.length === 0
              ? t('feeds.figures.noTicks')
              : t('feeds.figures.p95', { span: formatSpan(language, Math.max(...p95s)) })
          }
        />
        <Figure
          name={t('feeds.figures.refused')}
          value={count(refused)}
          note={percent(share, share > 0 && share < SMALL_PERCENT ? 3 : 2)}
        />
        <Figure
          name={t('feeds.figures.gaps')}
          value={gaps.length < MOST_GAPS ? count(gaps.length) : `${count(MOST_GAPS)}+`}
          note={
            gaps.length === 0
              ? t('feeds.figures.noGaps')
              : t('feeds.figures.filledGaps', { number: count(filled) })
          }
        />
      </dl>
    </section>
  );
}

function Figure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: ReactNode;
}) {
  return (
    <div className="-mt-px -ml-px grid content-start gap-0.5 border-t border-l border-line-soft px-3.5 py-3 text-12 text-ink-3">
      <dt>{name}</dt>
      <dd className="text-[20px] leading-tight font-med text-ink">{value}</dd>
      <dd className="whitespace-normal">{note}</dd>
    </div>
  );
}

/** Returns the function that says what the sources do that do not flow. */
function useOthers(): (states: readonly SourceState[]) => string {
  const { t } = useTranslation('adminMarket');
  return (states) => {
    const others = Map.groupBy(
      states.filter((state) => state !== 'live'),
      (state) => state,
    );
    const said = [...others].map(([state, { length }]) =>
      // `live` is not among them.
      t(`feeds.figures.others.${state as Exclude<SourceState, 'live'>}`, { number: length }),
    );
    return said.length === 0 ? t('feeds.figures.allFlow') : said.join(', ');
  };
}

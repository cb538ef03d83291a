import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/states.tsx';
import type { RecordFigures } from './calls.ts';
import { findFigures } from './groups.ts';
import { Judgement } from './headline.tsx';
import { FEW } from './months.ts';
import type { Standing } from './record-view.ts';
import { useRecordWords } from './words.ts';

/**
 * Renders the four main figures, no rate without n, interval and baseline, and for judged live rows their judgement.
 */
export function Summary({
  figures: { groups, compared },
  standing,
  span,
  busy,
}: {
  readonly figures: RecordFigures;
  /** Standing of the part: `early` rows have no rates, and only `judged` ones have a judgement. */
  readonly standing: Standing;
  /** First and last month of the rows, as a text. */
  readonly span: string;
  /** Whether the figures of another choice are being loaded. */
  readonly busy: boolean;
}) {
  const { t } = useTranslation('record');
  const { formats, multiple, points, share, range } = useRecordWords();
  const figures = findFigures(groups, null);
  if (!figures || figures.n === 0) {
    return (
      <Frame busy={busy}>
        <Empty level={2} title={t('none.resolved')} text={t('none.resolvedText')} drawing={false} />
      </Frame>
    );
  }
  const { n, voided, hits, first } = figures;
  const few = n < FEW || standing === 'early';
  const count = formats.count(n);
  return (
    <Frame busy={busy}>
      {standing === 'judged' ? <Judgement groups={groups} compared={compared} /> : null}
      <dl className="grid grid-cols-4 max-desk:grid-cols-2">
        <Figure
          name={t('summary.resolved')}
          value={count}
          note={
            voided === 0 ? span : t('summary.resolvedVoid', { span, voided: formats.count(voided) })
          }
        />
        <Figure
          name={t('summary.hits')}
          value={few ? t('verdict.few') : share(hits?.share ?? null)}
          note={
            few || !hits?.difference
              ? t('summary.hitsPlain', { n: formats.count(hits?.n ?? 0) })
              : t('summary.hitsNote', {
                  n: formats.count(hits.n),
                  difference: points(hits.difference.value),
                  range: range(hits.difference, (end) => formats.signed(end * 100, 1)),
                })
          }
        />
        <Figure
          name={t('summary.baseline')}
          value={few ? t('verdict.few') : share(hits?.baseline ?? null)}
          note={t('summary.baselineNote')}
          brass
        />
        <Figure
          name={t('summary.net')}
          value={few ? t('verdict.few') : multiple(first.net?.value ?? null)}
          note={
            first.net && !few
              ? t('summary.netNote', {
                  range: range(first.net, formats.signed),
                  baseline: multiple(first.netBaseline),
                })
              : t(
                  few
                    ? standing === 'backtest'
                      ? 'verdict.fewBacktest'
                      : 'verdict.fewLong'
                    : 'summary.netPlain',
                )
          }
        />
      </dl>
    </Frame>
  );
}

function Frame({ busy, children }: { readonly busy: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation('record');
  return (
    <section
      aria-label={t('summary.label')}
      aria-busy={busy}
      className="mb-3 rounded-3 border border-line bg-s1 transition-opacity aria-busy:opacity-50"
    >
      {children}
    </section>
  );
}

/** Renders a main figure with its name and a note, as a cell of a list of two or four columns. */
export function Figure({
  name,
  value,
  note,
  brass = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly brass?: boolean;
}) {
  return (
    <div className="border-line-soft px-4 py-3.5 desk:not-first:border-l max-desk:even:border-l max-desk:nth-[n+3]:border-t max-desk:px-3">
      <dt className="lbl">{name}</dt>
      <dd>
        <span
          className={cx(
            'num mt-0.75 mb-px block text-28 leading-tight font-[540] tracking-[-.01em]',
            brass && 'text-brass',
          )}
        >
          {value}
        </span>
        <span className="lbl num block leading-ui whitespace-normal">{note}</span>
      </dd>
    </div>
  );
}

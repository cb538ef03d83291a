import { containsZero, headlineOf } from '@rasat/contract';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import type { RecordFigures, RecordState } from './calls.ts';
import { findFigures, judge } from './groups.ts';
import { LooksTable } from './looks-table.tsx';
import { usePrimaryWords } from './primary-words.ts';
import { type RecordView, writeView } from './record-view.ts';
import { useRecordWords } from './words.ts';

/**
 * Renders the headline: the primary question with its answer and looks, or for the backtest that no conclusion follows
 * from it.
 */
export function Headline({
  parts,
  view,
}: {
  readonly parts: RecordState['parts'];
  readonly view: RecordView;
}) {
  return (
    <section className="mb-3 flex gap-2.5 rounded-3 border border-line bg-s1 px-4 py-3.5">
      <Icon name="record" className="mt-1 flex-none text-brass" />
      <div className="min-w-0">
        {view.origin === 'live' ? (
          <LiveHeadline parts={parts} view={view} />
        ) : (
          <BacktestHeadline view={view} />
        )}
      </div>
    </section>
  );
}

function LiveHeadline({ parts, view }: Parameters<typeof Headline>[0]) {
  const { t } = useTranslation('record');
  const { formats, answer } = usePrimaryWords();
  const [search] = useSearchParams();
  const said = headlineOf(parts, view.source);
  const { look, next } = said;
  const primary = view.part?.primary ?? null;
  const hasBacktest = parts.some(
    ({ source, origin }) => source === view.source && origin === 'backfill',
  );
  const expected = next?.expected ?? null;
  return (
    <>
      <p className="lbl">{t('primary.label')}</p>
      <h2 className="mt-0.5 text-18 leading-mid font-semi">{t('primary.question')}</h2>
      <p className="num mt-1 text-14 leading-mid whitespace-normal">
        {answer(said)}
        {expected === null
          ? null
          : ` ${t(look ? 'primary.expectedNext' : 'primary.expectedFirst', { date: formats.date(expected) })}`}
      </p>
      <p className="num mt-1 leading-mid whitespace-normal text-ink-2">
        {next || said.kind === 'none' ? t('primary.year') : null}
        {primary
          ? ` ${t(primary.voided === 0 ? 'primary.waiting' : 'primary.waitingVoid', {
              pending: formats.count(primary.pending),
              leftOut: formats.count(primary.leftOut),
              voided: formats.count(primary.voided),
            })}`
          : null}{' '}
        {view.part === null && hasBacktest ? (
          <Link
            to={{ search: writeView(search, { origin: 'backfill' }).toString() }}
            className="link"
            preventScrollReset
          >
            {t('primary.toBacktest')}
          </Link>
        ) : null}
      </p>
      {primary ? <LooksTable primary={primary} /> : null}
    </>
  );
}

function BacktestHeadline({ view }: { readonly view: RecordView }) {
  const { t } = useTranslation('record');
  const { formats, multiple, range } = useRecordWords();
  const whole = view.part?.whole ?? null;
  const net = whole?.first.net ?? null;
  const days = whole?.days ?? 0;
  return (
    <>
      <h2 className="text-18 leading-mid font-semi">{t('headline.backtest')}</h2>
      <p className="num mt-1 leading-mid whitespace-normal text-ink-2">
        {t('headline.backtestText')}
        {whole === null
          ? null
          : ` ${t('headline.backtestRows', { rows: formats.count(whole.n), count: days, days: formats.count(days) })}`}
        {net
          ? ` ${t(containsZero(net) ? 'headline.containsZero' : 'headline.netOf', {
              value: multiple(net.value),
              range: range(net, formats.signed),
            })}`
          : null}
      </p>
    </>
  );
}

/**
 * Renders the comparison of a period's live rows with matched entries, in total and by kind. Empty for too few rows.
 */
export function Judgement({
  groups,
  compared,
}: {
  readonly groups: RecordFigures['groups'];
  /** Number of kinds and setups for which verdicts are corrected. */
  readonly compared: number;
}) {
  const { t } = useTranslation('record');
  const { fine, range } = useRecordWords();
  const judgement = judge(groups);
  const difference = findFigures(groups, null)?.first.netDifference ?? null;
  if (judgement.kind === 'few') return null;
  return (
    <div className="border-b border-line-soft px-4 py-3">
      <p className="text-14 leading-mid font-semi">{t(`judgement.${judgement.kind}`)}</p>
      <p className="num mt-0.5 leading-mid whitespace-normal text-ink-2">
        {difference
          ? t('judgement.difference', {
              value: t('multiple', { value: fine(difference.value) }),
              range: range(difference, fine),
            })
          : null}{' '}
        {compared === 0
          ? null
          : judgement.differs === 0
            ? t('judgement.noKind', { compared })
            : t('judgement.kinds', { count: judgement.differs, compared })}
      </p>
    </div>
  );
}

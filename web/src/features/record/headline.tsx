import { containsZero, headlineOf } from '@rasat/contract';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import type { RecordFigures, RecordState } from './calls.ts';
import { findFigures, judge } from './groups.ts';
import { type RecordView, writeView } from './record-view.ts';
import { useRecordWords } from './words.ts';

/** Renders the headline: the result of live rows, or for the backtest that no conclusion follows from it. */
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
  const { formats, multiple, range } = useRecordWords();
  const [search] = useSearchParams();
  const said = headlineOf(parts, view.source);
  const { kind, rows, days, neededDays, net } = said;
  const hasBacktest = parts.some(
    ({ source, origin }) => source === view.source && origin === 'backfill',
  );
  const interval = net && {
    value: multiple(net.value),
    range: range(net, formats.signed),
  };
  const standing = { count: days, days: formats.count(days), rows: formats.count(rows) };
  const needed = formats.count(neededDays);
  return (
    <>
      <h2 className="text-18 leading-mid font-semi">
        {kind === 'early'
          ? t(days === 0 ? 'headline.none' : 'headline.early', standing)
          : t(`headline.${interval ? kind : 'zeroPlain'}`, interval ?? {})}
      </h2>
      <p className="num mt-1 leading-mid whitespace-normal text-ink-2">
        {kind === 'early'
          ? t('headline.needed', { needed })
          : t('headline.standing', { ...standing, needed })}
        {kind === 'early' && net && containsZero(net)
          ? ` ${t('headline.containsZero', interval ?? {})}`
          : null}{' '}
        {rows === 0 && hasBacktest ? (
          <Link
            to={{ search: writeView(search, { origin: 'backfill' }).toString() }}
            className="link"
            preventScrollReset
          >
            {t('headline.toBacktest')}
          </Link>
        ) : null}
      </p>
      <p className="mt-1 text-12 leading-mid text-ink-3">{t('headline.minimum')}</p>
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

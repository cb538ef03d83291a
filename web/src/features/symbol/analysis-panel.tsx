import {
  type AnalysisReason,
  type AnalysisSentence,
  type AnalysisView,
  computeAnalysisText,
  computeReasons,
  isRateStated,
} from '@rasat/contract';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { MethodLink, useRateSource, VerdictTag } from '../../ui/base-rate.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import type { Condition } from './replies.ts';
import { SignalAnnouncer } from './signal-announcer.tsx';
import { useAnalysisText } from './use-analysis-text.ts';
import { WhyButton } from './why-button.tsx';
import { askCondition, type OpenWhy } from './why-question.ts';

/** The predictor analysis: a text of at most five sentences, its reasons, and the base rate. */
export function AnalysisPanel({
  state,
  computedAtMs,
  condition,
  digits,
  onWhy,
}: {
  readonly state: PanelState<AnalysisView>;
  readonly computedAtMs: number | null;
  readonly condition: Condition | null;
  readonly digits: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  return (
    <Panel
      title={t('analysis.title')}
      meta={
        computedAtMs === null ? null : (
          <span className="lbl num">{formats.moment(computedAtMs)}</span>
        )
      }
      busy={state.status === 'ready' && state.busy}
      actions={
        condition ? (
          <WhyButton
            what={t('analysis.title')}
            label={t('analysis.why')}
            onPress={() => onWhy(askCondition(condition))}
          />
        ) : null
      }
    >
      <PanelBody state={state} skeleton={<AnalysisBones />}>
        {(view) => (
          <div className="grid gap-x-7 gap-y-3.5 p-3 desk:grid-cols-[minmax(0,1fr)_232px] desk:grid-rows-[1fr_auto]">
            <AnalysisText sentences={computeAnalysisText(view)} digits={digits} />
            <Reasons view={view} />
            <BaseRate rate={view.baseRate} />
            <SignalAnnouncer view={view} digits={digits} />
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}

const PARAGRAPHS: readonly (readonly AnalysisSentence['part'][])[] = [
  ['condition', 'targets'],
  ['seer', 'boxes'],
  ['cycle'],
];

/** Room for the base rate, which comes later than the rest: what follows does not move when it does. */
const RATE_ROOM = 'min-h-[3lh] max-tab:min-h-[5lh]';

function AnalysisText({
  sentences,
  digits,
}: {
  readonly sentences: readonly AnalysisSentence[];
  readonly digits: number;
}) {
  const write = useAnalysisText(digits);
  return (
    <div className="flex flex-col gap-2 text-14 leading-read text-ink-2">
      {PARAGRAPHS.map((parts) => (
        <p key={parts[0]} className={cx(parts.includes('cycle') && RATE_ROOM)}>
          {sentences
            .filter((sentence) => parts.includes(sentence.part))
            .map((sentence) => (
              <span key={sentence.part}>
                {write(sentence).map((piece, i) =>
                  piece.strong ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no other name
                    <b key={i} className="font-semi text-ink">
                      {piece.text}
                    </b>
                  ) : (
                    piece.text
                  ),
                )}{' '}
              </span>
            ))}
        </p>
      ))}
    </div>
  );
}

function Reasons({ view }: { readonly view: AnalysisView }) {
  const { t } = useTranslation('symbol');
  const reasons = computeReasons(view);
  return (
    <div className="text-12 desk:row-span-2 desk:border-l desk:border-line-soft desk:pl-4.5">
      <h3 className="mb-0.75 text-11 font-med text-ink-3">{t('analysis.reasons')}</h3>
      {reasons.length === 0 ? (
        <p className="py-1.25 text-ink-2">{t('analysis.noReasons')}</p>
      ) : (
        <ul>
          {reasons.map((reason) => (
            <Reason
              key={reason.of.part === 'box' ? reason.of.kind : reason.of.part}
              reason={reason}
              view={view}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const PIPS = [1, 2, 3] as const;

function Reason({
  reason,
  view,
}: {
  readonly reason: AnalysisReason;
  readonly view: AnalysisView;
}) {
  const { t } = useTranslation(['symbol', 'boxes']);
  const formats = useFormats();
  const nameOf = (): string => {
    switch (reason.of.part) {
      case 'box':
        return t('reason.box', { box: t(`boxes:${reason.of.kind}`) });
      case 'seer':
        return view.seer?.main ? t('reason.main') : t('reason.middle');
      case 'cycle':
        return t('reason.cycle', {
          percentage: formats.percent(view.cycle?.percentage ?? null, 1),
        });
      case 'close':
      case 'crystal':
      case 'weekly':
        return t(`reason.${reason.of.part}`);
    }
  };
  const name = nameOf();
  const way = reason.sign === 0 ? 'flat' : reason.sign === 1 ? 'up' : 'down';
  return (
    <li className="flex items-center justify-between gap-2 border-b border-line-soft py-1.25 text-ink-2">
      <span>{name}</span>
      <span
        role="img"
        aria-label={t(`analysis.${way}`, { name, pips: reason.pips })}
        title={t(`analysis.${way}`, { name, pips: reason.pips })}
        className={cx(
          'flex items-center gap-0.5',
          way === 'up' ? 'text-up' : way === 'down' ? 'text-down-text' : 'text-ink-3',
        )}
      >
        {way === 'flat' ? null : (
          <span className={cx('mr-1', way === 'up' ? 'tri-up' : 'tri-down')} />
        )}
        {PIPS.map((pip) => (
          <i
            key={pip}
            className={cx(
              'size-2 rounded-[1px] forced-color-adjust-none',
              pip <= reason.pips ? 'bg-current' : 'shadow-[inset_0_0_0_1px_var(--line-ctl)]',
            )}
          />
        ))}
      </span>
    </li>
  );
}

/** The rate in its words, with room for them while it is unknown. */
function BaseRate({ rate }: { readonly rate: AnalysisView['baseRate'] }) {
  const { t } = useTranslation('symbol');
  const sourceOf = useRateSource();
  const formats = useFormats();
  const share = (value: number) => formats.percent(value * 100, 1);
  return (
    <div className="text-12 text-ink-3 desk:col-start-1 desk:border-t desk:border-line-soft desk:pt-2.5">
      <p className="min-h-[1lh] max-tab:min-h-[2lh]">
        {rate === undefined
          ? null
          : rate !== null && isRateStated(rate)
            ? t('analysis.rateKnown', {
                n: formats.count(rate.n),
                rate: share(rate.rate),
                low: share(rate.low),
                high: share(rate.high),
                baseline: share(rate.baseline),
              })
            : t('analysis.rateNone')}
      </p>
      <p className="mt-1 flex min-h-6 flex-wrap content-start items-center gap-x-2 gap-y-1 max-tab:min-h-12">
        {rate ? (
          <>
            <VerdictTag verdict={rate.verdict} />
            <span>{sourceOf(rate)}</span>
          </>
        ) : null}
        <span className="max-tab:basis-full">
          <MethodLink className="text-ink-2" />
        </span>
      </p>
    </div>
  );
}

function AnalysisBones() {
  return (
    <div className="grid gap-7 p-3 desk:grid-cols-[minmax(0,1fr)_232px]">
      <div className="flex flex-col gap-3">
        <Bone className="w-full" />
        <Bone className="w-11/12" />
        <Bone className="w-2/3" />
        <Bone className="mt-2 w-full" />
        <Bone className="w-10/12" />
        <Bone className="w-1/2" />
      </div>
      <div className="flex flex-col gap-4">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <Bone key={key} className="w-full" />
        ))}
      </div>
    </div>
  );
}

import {
  type AnalysisClause,
  type AnalysisText,
  type AnalysisView,
  computeAnalysisText,
  isRateStated,
  type NearLevel,
  type WordedReason,
} from '@rasat/contract';
import { useId } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { MethodLink, RateStrip, useRateLine } from '../../ui/base-rate.tsx';
import { Chance, ChanceMark, useSetCaption } from '../../ui/chance.tsx';
import type { ChanceSet } from '../../ui/chance-state.ts';
import { cx } from '../../ui/cx.ts';
import { Bone } from '../../ui/skeleton.tsx';
import { capitalize } from './capitalize.ts';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import type { Condition } from './replies.ts';
import { SignalAnnouncer } from './signal-announcer.tsx';
import { useAnalysisText, useLevelWords } from './use-analysis-text.ts';
import { WhyButton } from './why-button.tsx';
import { askCondition, type OpenWhy, type WhyQuestion } from './why-question.ts';

/**
 * Renders the predictor analysis: the condition or the end of the last one, the nearest levels, the reasons by weight,
 * and the hit rate of conditions of the same setup.
 */
export function AnalysisPanel({
  state,
  condition,
  digits,
  chances,
  onWhy,
}: {
  readonly state: PanelState<AnalysisView>;
  readonly condition: Condition | null;
  readonly digits: number;
  readonly chances: NearChances;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-3 border border-line bg-s1 px-5 pt-5 max-desk:px-3.5 max-desk:pt-4"
    >
      <h2 id={id} className="sr-only">
        {t('analysis.title')}
      </h2>
      <PanelBody state={state} skeleton={<AnalysisBones />}>
        {(view) => {
          const text = computeAnalysisText(view);
          return (
            <>
              <Head text={text} digits={digits} chances={chances} onWhy={onWhy} />
              <Reasons
                text={text}
                digits={digits}
                onWhy={condition ? () => onWhy(askCondition(condition)) : null}
              />
              <BaseRate rate={view.baseRate} />
              <SignalAnnouncer
                lead={text.lead}
                timeMs={view.condition?.datetime ?? null}
                digits={digits}
              />
            </>
          );
        }}
      </PanelBody>
    </section>
  );
}

/** The chances of the nearest levels. */
export interface NearChances {
  readonly nowMs: number;
  /** Returns the chances of the set that a level belongs to; null while they are unknown. */
  readonly find: (level: NearLevel) => {
    readonly set: ChanceSet;
    readonly side: 'up' | 'down';
    /** The question about the published chance; null without one. */
    readonly question: WhyQuestion | null;
  } | null;
}

function Head({
  text,
  digits,
  chances,
  onWhy,
}: {
  readonly text: AnalysisText;
  readonly digits: number;
  readonly chances: NearChances;
  readonly onWhy: OpenWhy;
}) {
  const write = useAnalysisText(digits);
  return (
    <div className="grid gap-x-9 gap-y-3.5 wide:grid-cols-[minmax(0,1fr)_300px]">
      <div>
        <p className="max-w-[34ch] text-22 leading-[1.25] font-semi tracking-[-.01em] text-balance font-stretch-[104%] max-desk:text-[20px]">
          {write(text.lead)}
        </p>
        <p className="mt-2 max-w-[62ch] text-14 leading-[1.55] text-ink-2">
          {text.second.map((clause) => write(clause)).join(' ')}
        </p>
      </div>
      <Nearest nearest={text.nearest} digits={digits} chances={chances} onWhy={onWhy} />
    </div>
  );
}

/** Renders the nearest level on both sides: price, name and distance. */
function Nearest({
  nearest: { above, below },
  ...more
}: {
  readonly nearest: AnalysisText['nearest'];
  readonly digits: number;
  readonly chances: NearChances;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  if (!above && !below) return null;
  return (
    <dl className="num text-13">
      {above ? <Near name={t('analysis.above')} level={above} {...more} /> : null}
      {below ? <Near name={t('analysis.below')} level={below} {...more} /> : null}
    </dl>
  );
}

function Near({
  name,
  level,
  digits,
  chances,
  onWhy,
}: {
  readonly name: string;
  readonly level: NearLevel;
  readonly digits: number;
  readonly chances: NearChances;
  readonly onWhy: OpenWhy;
}) {
  const formats = useFormats();
  const nameOf = useLevelWords();
  const change = formats.change(level.share * 100);
  const found = chances.find(level);
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-b border-line-soft pb-2 text-ink-2 last:border-b-0 [&+div]:pt-2">
      <dt>{name}</dt>
      <dd className="text-right font-semi text-ink">{formats.price(level.price, digits)}</dd>
      <dd className="whitespace-normal">{capitalize(nameOf(level.name), formats.language)}</dd>
      <dd className="text-right">
        {level.atr === null ? change : `${change} · ${formats.number(level.atr, 2)} ATR`}
      </dd>
      {found ? (
        <NearChance
          {...found}
          price={level.price}
          level={formats.price(level.price, digits)}
          nowMs={chances.nowMs}
          onWhy={onWhy}
        />
      ) : null}
    </div>
  );
}

/** Renders the chance that price reaches a nearest level, with the moment until which it counts, or why there is none. */
function NearChance({
  set,
  side,
  question,
  price,
  level,
  nowMs,
  onWhy,
}: NonNullable<ReturnType<NearChances['find']>> & {
  readonly price: number;
  /** The price as it is written. */
  readonly level: string;
  readonly nowMs: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('chance');
  const captionOf = useSetCaption(nowMs);
  const state = set.stateOf(price, side);
  const isTold = state.state === 'chance' || state.state === 'reached' || state.state === 'over';
  return (
    <dd className="col-span-2 flex items-start justify-between gap-x-3 whitespace-normal">
      <span className="flex flex-wrap items-center gap-x-2">
        {state.state === 'reached' ? t('touch') : captionOf(set)}
        {state.state === 'chance' ? <ChanceMark set={set} nowMs={nowMs} /> : null}
      </span>
      {isTold ? (
        <Chance
          state={state}
          level={level}
          nowMs={nowMs}
          onWhy={question && (() => onWhy(question))}
        />
      ) : null}
    </dd>
  );
}

function Reasons({
  text: { reasons, others },
  digits,
  onWhy,
}: {
  readonly text: AnalysisText;
  readonly digits: number;
  /** Null without a condition. */
  readonly onWhy: (() => void) | null;
}) {
  const { t } = useTranslation('symbol');
  const write = useAnalysisText(digits);
  const half = Math.ceil(reasons.length / 2);
  return (
    <div className="-mx-5 mt-4.5 border-t border-line-soft max-desk:-mx-3.5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 px-5 pt-1.5 max-desk:px-3.5">
        <h3 className="text-13">{t('analysis.reasons')}</h3>
        <span className="text-ink-3">{t('analysis.byWeight')}</span>
        {onWhy ? (
          <span className="ml-auto">
            <WhyButton what={t('analysis.title')} label={t('analysis.why')} onPress={onWhy} />
          </span>
        ) : null}
      </div>
      {reasons.length === 0 ? (
        <p className="px-5 pb-2 text-ink-2 max-desk:px-3.5">{t('analysis.noReasons')}</p>
      ) : (
        <div className="mb-1 grid desk:grid-cols-2 desk:[&>ul+ul]:border-l [&>ul]:border-line-soft">
          {[reasons.slice(0, half), reasons.slice(half)].map((column, i) => (
            <ul key={i === 0 ? 'first' : 'second'}>
              {column.map((reason) => (
                <Reason key={reasonKey(reason)} reason={reason} digits={digits} />
              ))}
            </ul>
          ))}
        </div>
      )}
      {others.length === 0 ? null : (
        <p className="px-5 pb-3 leading-mid text-ink-3 max-desk:px-3.5">
          <span className="sr-only">{t('analysis.others')} </span>
          {others.map((clause: AnalysisClause) => write(clause)).join(' · ')}
        </p>
      )}
    </div>
  );
}

function reasonKey({ of }: WordedReason): string {
  return of.part === 'box' ? of.kind : of.part;
}

const PIPS = [1, 2, 3] as const;

function Reason({ reason, digits }: { readonly reason: WordedReason; readonly digits: number }) {
  const { t } = useTranslation('symbol');
  const write = useAnalysisText(digits);
  const way = reason.sign === 0 ? 'flat' : reason.sign === 1 ? 'up' : 'down';
  const name = write(reason.title);
  const label = t(`analysis.${way}`, { pips: reason.pips });
  const tone = way === 'up' ? 'text-up' : way === 'down' ? 'text-down-text' : 'text-ink-3';
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)_auto] items-start gap-2.5 px-5 py-2.25 max-desk:px-3.5">
      <span aria-hidden="true" className={cx('mt-1.5 flex', tone)}>
        {way === 'flat' ? null : <span className={way === 'up' ? 'tri-up' : 'tri-down'} />}
      </span>
      <div>
        <b>{name}</b>
        <p className="mt-px text-ink-2">
          {reason.details.map((clause) => write(clause)).join(' ')}
        </p>
      </div>
      <span
        role="img"
        aria-label={label}
        title={label}
        className={cx('mt-1.25 flex items-center gap-0.5', tone)}
      >
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

/** Renders the hit rate of conditions of the same setup; reserves its space while the rate is unknown. */
function BaseRate({ rate }: { readonly rate: AnalysisView['baseRate'] }) {
  const { t } = useTranslation(['symbol', 'signal']);
  const lineOf = useRateLine();
  const stated = rate && isRateStated(rate) ? rate : null;
  return (
    <div className="-mx-5 grid min-h-17 items-center gap-x-7 gap-y-2.5 border-t border-line-soft px-5 pt-3 pb-3.5 leading-[1.55] text-ink-2 max-desk:-mx-3.5 max-desk:px-3.5 wide:grid-cols-[minmax(0,1fr)_330px]">
      <p>
        {rate === undefined ? null : stated ? (
          <>
            {stated.verdict === null ? null : (
              <b className="text-ink">{t(`signal:verdict.${stated.verdict}`)}. </b>
            )}
            {lineOf(stated)}
          </>
        ) : (
          t('analysis.rateNone')
        )}{' '}
        <MethodLink className="text-ink-2" />
      </p>
      {stated ? <RateStrip rate={stated} /> : null}
    </div>
  );
}

function AnalysisBones() {
  return (
    <div className="flex flex-col gap-3 pb-5">
      <Bone className="h-6 w-2/3" />
      <Bone className="h-6 w-1/3" />
      <Bone className="mt-1 w-1/2" />
      <div className="mt-5 grid gap-x-10 gap-y-4 desk:grid-cols-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Bone key={key} className="h-8 w-full" />
        ))}
      </div>
      <Bone className="mt-3 h-8 w-full" />
    </div>
  );
}

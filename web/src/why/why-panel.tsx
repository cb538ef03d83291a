import { type BaseRateView, findBaseRate, isRateStated, type RecordRate } from '@rasat/contract';
import {
  type Bar,
  type BaseResolution,
  type Basis,
  MINUTE_MS,
  type Resolution,
} from '@rasat/engine';
import { type ReactNode, type Ref, useId } from 'react';
import { formatClock, formatDay, formatIsoUtc } from '../i18n/format.ts';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { MethodLink, RateStrip, useRateSource, VerdictTag } from '../ui/base-rate.tsx';
import { IconButton } from '../ui/button.tsx';
import { TrialTag, useChanceWords } from '../ui/chance.tsx';
import { Icon, Triangle } from '../ui/icons.tsx';
import { RecomputeLink } from '../ui/recompute-link.tsx';
import { BoxTag, Tag } from '../ui/tag.tsx';
import { useServerNow } from '../ui/use-now.ts';
import { Arithmetic, useFigureFormats, useQuantityName } from './arithmetic-block.tsx';
import { type ChanceAnswers, chanceFigures, chanceQuestion } from './chance-figures.ts';
import { ChanceRecord } from './chance-record.tsx';
import { writeFigure } from './figures.ts';
import { computeLevelHistory } from './history.ts';
import { composeInputs, type InputRow } from './inputs.ts';
import { Row } from './row.tsx';
import { composeSentences, isConvention } from './sentence.ts';
import type { WhyChance, WhySubject } from './subject.ts';

/** Properties of the panel. */
export interface WhyPanelProps {
  readonly subject: WhySubject;
  readonly symbol: string;
  /** Rates of signals of the same kind; null while unknown. */
  readonly rates: readonly RecordRate[] | null;
  /** Source of the symbol's prices. */
  readonly source: string;
  /** How often chances of touch came true, for a subject with a question; null while unknown. */
  readonly chances?: ChanceAnswers | null;
  /** Decimals of the symbol's prices. */
  readonly digits: number;
  /** Resolution of the bars that the analysis reads: `60`, or `1D` without hourly data. */
  readonly base: BaseResolution;
  readonly lastPrice: number | null;
  /** Daily average true range; null while there are too few days. */
  readonly atr: number | null;
  /** Closed bars of `resolution` over at least 60 days, for the history of the level; null while unknown. */
  readonly bars: readonly Bar[] | null;
  readonly resolution: Resolution;
  readonly engineVersion: string | null;
  readonly nowMs: number;
  /** Receives the time of the candle of the input under pointer or focus; null when it is left. */
  readonly onCandle?: (timeMs: number | null) => void;
  readonly onClose: () => void;
  readonly titleRef?: Ref<HTMLHeadingElement>;
  /** Additional buttons beside the close button. */
  readonly actions?: ReactNode;
}

/** Renders the explanation of a level, always with the same parts in the same order. */
export function WhyPanel(props: WhyPanelProps) {
  const { t } = useTranslation('why');
  const { subject, source, chances = null } = props;
  const question = chanceQuestion(subject);
  return (
    <>
      <header className="flex min-h-10 flex-none items-center gap-1 border-b border-line-soft py-1.5 pr-1 pl-3.5">
        <h2 ref={props.titleRef} tabIndex={-1} className="flex-1 text-14 outline-none">
          {t('title')}
        </h2>
        {props.actions}
        <IconButton label={t('close')} onClick={props.onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto overscroll-contain">
        <Block>
          <WhyTags subject={subject} />
          <WhyValue {...props} afterMs={chances?.live?.after ?? null} />
        </Block>
        <Block>
          <Rule {...props} />
        </Block>
        <Block title={t('inputs')}>
          <Inputs {...props} />
        </Block>
        {question ? null : (
          <Block title={t('history')}>
            <History {...props} />
          </Block>
        )}
        {question ? (
          <Block title={t(subject.cone ? 'chanceRecord.coneTitle' : 'chanceRecord.title')}>
            <ChanceRecord
              figures={chances && chanceFigures(question, source, chances)}
              isCone={subject.cone !== undefined}
            />
          </Block>
        ) : (
          <Block title={t('baseRate')}>
            <BaseRate {...props} />
          </Block>
        )}
      </div>
    </>
  );
}

function Block({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section
      className="border-b border-line-soft px-3.5 py-3"
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title === undefined ? null : (
        <h3 id={id} className="mb-1.75 text-11 font-med text-ink-3">
          {title}
        </h3>
      )}
      {children}
    </section>
  );
}

/** Returns a function that names a subject: its kind, with the share and the end of a cone. */
export function useSubjectName(): (subject: WhySubject) => string {
  const { t } = useTranslation('why');
  const coneWords = useConeWords();
  return (subject) =>
    t(`kind.${subject.kind}`, { index: subject.index ?? 0, ...coneWords(subject) });
}

/** Returns a function that writes the share and the end of a cone. */
function useConeWords(): (subject: WhySubject) => { share: string; until: string } {
  const formats = useFormats();
  const { until } = useChanceWords(useServerNow(MINUTE_MS));
  return ({ cone }) => ({
    share: cone ? formats.percent(cone.share * 100, 0) : '',
    until: cone ? until(cone.untilMs) : '',
  });
}

/** Renders the tags of a subject: its box, if it has one, and its kind. */
export function WhyTags({ subject }: { readonly subject: WhySubject }) {
  const { t } = useTranslation('why');
  const { t: boxes } = useTranslation('boxes');
  const { box, way, kind } = subject;
  const nameOf = useSubjectName();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {box ? (
        <BoxTag kind={box.kind}>
          {boxes(box.kind)}
          {box.term === 'long' ? ` · ${t('term.long')}` : ''}
        </BoxTag>
      ) : kind.startsWith('crystal.') ? (
        <BoxTag kind="crystal">{boxes('crystal')}</BoxTag>
      ) : null}
      <Tag tone={way ?? 'quiet'}>
        {way ? <Triangle up={way === 'up'} /> : null}
        {nameOf(subject)}
      </Tag>
    </div>
  );
}

/** Renders the value of a subject with its distance from now: a price, a moment, or the gauge's value. */
function WhyValue({
  subject,
  digits,
  lastPrice,
  atr,
  nowMs,
  afterMs,
}: Pick<WhyPanelProps, 'subject' | 'digits' | 'lastPrice' | 'atr' | 'nowMs'> & {
  /** Time after which chances have rows in the record; null while unknown. */
  readonly afterMs: number | null;
}) {
  const { t } = useTranslation('why');
  const formats = useFormats();
  const figures = useFigureFormats();
  const { value } = subject;
  const big = 'num mt-2 block text-[26px] font-[540] leading-tight';
  if ('gauge' in value) {
    return <span className={big}>{formats.signed(value.gauge, 2)}</span>;
  }
  if ('timeMs' in value) {
    const untilMs = value.timeMs - nowMs;
    const span = writeFigure({ name: '', value: Math.abs(untilMs), unit: 'duration' }, 0, figures);
    return (
      <>
        <span className={big} title={formatIsoUtc(value.timeMs)}>
          {formats.moment(value.timeMs)}
        </span>
        <span className="lbl num">{t(untilMs > 0 ? 'until' : 'since', { span })}</span>
      </>
    );
  }
  const distance = lastPrice === null ? null : Math.abs(value.price - lastPrice);
  const price = formats.price(distance, digits);
  const level = formats.price(value.price, digits);
  return (
    <>
      {value.chance ? (
        <ChanceValue
          chance={value.chance}
          level={level}
          nowMs={nowMs}
          afterMs={afterMs}
          className={big}
        >
          <WhyChanceSentence subject={subject} digits={digits} nowMs={nowMs} />
        </ChanceValue>
      ) : (
        <span className={big} translate="no">
          {level}
        </span>
      )}
      <span className="lbl num">
        {distance === null
          ? t('distanceNoAtr', { price: t('notComputed') })
          : atr === null
            ? t('distanceNoAtr', { price })
            : t('distance', { price, atr: formats.number(distance / atr, 2) })}
      </span>
    </>
  );
}

/** Renders a published chance as a sentence with its level and moments; nothing for another subject. */
export function WhyChanceSentence({
  subject: { value },
  digits,
  nowMs,
}: Pick<WhyPanelProps, 'subject' | 'digits' | 'nowMs'>) {
  const words = useChanceWords(nowMs);
  const formats = useFormats();
  if (!('price' in value) || !value.chance) return null;
  const { published, fromMs, untilMs } = value.chance;
  return words.sentence(
    { state: 'chance', chance: published, untilMs, of: 'published', atMs: fromMs },
    formats.price(value.price, digits),
  );
}

/** Renders a published chance, and what is shown of it now. */
function ChanceValue({
  chance: { published, fromMs, now, trial },
  level,
  nowMs,
  afterMs,
  className,
  children,
}: {
  readonly chance: WhyChance;
  readonly level: string;
  readonly nowMs: number;
  readonly afterMs: number | null;
  readonly className: string;
  /** The published chance as a sentence. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('why');
  const formats = useFormats();
  const words = useChanceWords(nowMs);
  const isNow = now.state === 'chance' && now.of === 'now';
  return (
    <>
      <span className={className}>{words.figure(published)}</span>
      <span className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-2">
        {children}
        {trial ? <TrialTag /> : null}
      </span>
      {afterMs === null ? null : (
        <span className="mb-1 block text-12 leading-mid text-ink-3">
          {fromMs > afterMs
            ? t('chanceRecord.recorded')
            : t('chanceRecord.early', { date: formats.date(afterMs) })}
        </span>
      )}
      <span className="num mb-1 block text-13 text-ink-2">
        {isNow
          ? `${words.moment('now', now.atMs)}: ${words.short(now)}`
          : now.state === 'chance'
            ? null
            : words.sentence(now, level)}
      </span>
    </>
  );
}

/** Renders the sentences of the subject's rule. */
export function WhySentences({ subject, base }: Pick<WhyPanelProps, 'subject' | 'base'>) {
  const { t } = useTranslation('why');
  const coneWords = useConeWords();
  const sentences = composeSentences(subject, t(`close${base}`));
  return sentences
    .map(({ key, values: own }) => {
      const values: typeof own = { ...own, ...coneWords(subject) };
      const side = values.side === 'above' || values.side === 'below' ? values.side : null;
      const words = side ? { ...values, side: t(`rule.gann.${side}`) } : values;
      return t(`rule.${key}` as 'rule.cycle', words);
    })
    .join(' ');
}

function Rule({ subject, base, digits }: WhyPanelProps) {
  const { t } = useTranslation('why');
  return (
    <>
      <p className="text-13 leading-[1.55] text-ink-2">
        <WhySentences subject={subject} base={base} />
      </p>
      {isConvention(subject) ? (
        <p className="mt-1.5 text-12 leading-mid text-ink-3">{t('note.geometry')}</p>
      ) : null}
      {subject.kind === 'chance' ? (
        <p className="mt-1.5 text-12 leading-mid text-ink-3">
          {t('note.chance')}
          {'chance' in subject.value && subject.value.chance?.trial ? ` ${t('note.trial')}` : ''}
        </p>
      ) : null}
      <Arithmetic subject={subject} digits={digits} />
    </>
  );
}

function Inputs(props: WhyPanelProps) {
  const { subject, digits, engineVersion, onCandle } = props;
  const { t } = useTranslation('why');
  const { language } = useFormats();
  const rows = composeInputs(subject);
  const { basis, box } = subject;
  const rule = basis?.rule ?? 'box';
  const around = { rule, digits, ...(onCandle ? { onCandle } : {}) };
  return (
    <dl className="num grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-12">
      {box?.span ? (
        <Row label={t('span')}>
          {formatDay(language, box.span.startMs)} – {formatDay(language, box.span.endMs)}
        </Row>
      ) : null}
      {rows.length === 0 ? <Row label={t('inputs')}>{t('notComputed')}</Row> : null}
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the inputs of a derivation never change their order
        <Input key={i} row={row} {...around} />
      ))}
      <Row label={t('version')}>
        {basis ? `${basis.rule} ${basis.version}` : t('notComputed')}
        {engineVersion ? ` · ${t('engine', { version: engineVersion })}` : ''}
      </Row>
      <Row label={t('computedAt')}>
        {basis ? <Moment timeMs={basis.computedAtMs} /> : t('notComputed')}
      </Row>
    </dl>
  );
}

/** Renders a moment with its seconds and the zone. */
function Moment({ timeMs }: { readonly timeMs: number }) {
  const { language } = useFormats();
  const { t } = useTranslation('words');
  return (
    <span title={formatIsoUtc(timeMs)}>
      {`${formatDay(language, timeMs)} ${formatClock(timeMs)} ${t('zone')}`}
    </span>
  );
}

function Input({
  row,
  rule,
  digits,
  onCandle,
}: {
  readonly row: InputRow;
  readonly rule: Basis['rule'];
  readonly digits: number;
  readonly onCandle?: (timeMs: number | null) => void;
}) {
  const { t, i18n } = useTranslation('why');
  const formats = useFormats();
  const figures = useFigureFormats();
  const quantity = useQuantityName(rule);
  if (row.kind === 'class') {
    return <Row label={t('input.class')}>{t(`classes.${row.touchClass}`)}</Row>;
  }
  if (row.kind === 'count') return <Row label={t('input.pivots')}>{formats.count(row.count)}</Row>;
  if (row.kind === 'moment') {
    return <Row label={t('input.confirmed')}>{formats.moment(row.timeMs)}</Row>;
  }
  const nameOf = (name: string): string => {
    const own = `input.${name}`;
    if (i18n.exists(own, { ns: 'why' })) return t(own as 'name.price');
    return quantity(name) || name;
  };
  const pivot = row.kind === 'pivot';
  const label = nameOf(pivot ? row.name : row.figure.name);
  const figure = pivot
    ? formats.price(row.level, digits)
    : row.figure.unit === 'time'
      ? ''
      : writeFigure(row.figure, digits, figures);
  const edge = pivot ? (row.way === 'up' ? 'low' : 'high') : row.edge;
  const value = edge === null ? figure : `${t(edge)} ${figure}`;
  const { timeMs } = row;
  if (timeMs === null) return <Row label={label}>{value}</Row>;
  const text = [formats.moment(timeMs), value].filter((part) => part !== '').join(' · ');
  return (
    <Row label={label}>
      {onCandle ? (
        <button
          type="button"
          aria-label={t('showCandle', { label: `${label} ${text}` })}
          onPointerEnter={() => onCandle(timeMs)}
          onPointerLeave={() => onCandle(null)}
          onFocus={() => onCandle(timeMs)}
          onBlur={() => onCandle(null)}
          className="min-h-6 rounded-1 text-right underline pointer-coarse:min-h-11 decoration-line-ctl decoration-dotted underline-offset-3 hover:text-brass"
        >
          {text}
        </button>
      ) : (
        text
      )}
    </Row>
  );
}

function History({ subject, bars, atr, resolution }: WhyPanelProps) {
  const { t } = useTranslation('why');
  const { t: chart } = useTranslation('chart');
  const formats = useFormats();
  const history =
    bars && 'price' in subject.value ? computeLevelHistory(bars, subject.value.price, atr) : null;
  const write = (value: number | undefined): string =>
    value === undefined ? t('notComputed') : formats.count(value);
  return (
    <>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-12">
        <Row label={t('touches')}>{write(history?.touches)}</Row>
        <Row label={t('reactions')}>{write(history?.reactions)}</Row>
        <Row label={t('breaks')}>{write(history?.breaks)}</Row>
      </dl>
      {history ? (
        <p className="lbl mt-1.5">
          {t('historyOf', { resolution: chart(`resolutionsLong.${resolution}`) })}
        </p>
      ) : null}
    </>
  );
}

/** Renders the hit rate of signals of the same kind, and the link to this signal's row of the record. */
function BaseRate({ subject, symbol, rates }: WhyPanelProps) {
  const { t } = useTranslation('why');
  const { t: words } = useTranslation('signal');
  const sourceOf = useRateSource();
  const { signal } = subject;
  if (!signal) {
    return (
      <p className="text-12 leading-mid text-ink-3">
        {t(subject.cone ? 'coneRows' : 'noRows')} <MethodLink className="text-ink-2" />
      </p>
    );
  }
  const rate = rates && findBaseRate(rates, signal);
  return (
    <>
      {rate && isRateStated(rate) ? <RateStrip rate={rate} /> : null}
      <RateFigures rate={rate} known={rates !== null} />
      <p className="mt-2 text-12 leading-mid text-ink-3">
        {rate ? `${sourceOf(rate)}.` : t('baseRateText')}
        {rate && rate.verdict !== null ? ` ${words('verdictNote')}` : ''}{' '}
        <MethodLink className="text-ink-2" />
      </p>
      {signal.timeMs === null ? null : (
        <RecomputeLink
          look="text"
          symbol={symbol}
          signal={{ ...signal, timeMs: signal.timeMs }}
          className="mt-1 text-12"
        />
      )}
    </>
  );
}

/** Renders the figures of a rate, one in each row. Missing ones are named as not computed, or as too few signals. */
function RateFigures({
  rate,
  known,
}: {
  readonly rate: BaseRateView | null;
  /** Whether the record was read; a missing rate then means too few signals. */
  readonly known: boolean;
}) {
  const { t } = useTranslation('why');
  const { t: words } = useTranslation('signal');
  const formats = useFormats();
  const share = (value: number): string => formats.percent(value * 100, 1);
  const stated = rate !== null && isRateStated(rate);
  const missing = known ? words('verdict.few') : t('notComputed');
  return (
    <dl className="num grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-12">
      <Row label={t('rate')}>{stated ? share(rate.rate) : missing}</Row>
      <Row label={t('interval')}>
        {stated ? words('rate.range', { low: share(rate.low), high: share(rate.high) }) : missing}
      </Row>
      <Row label={t('baseline')}>{stated ? share(rate.baseline) : missing}</Row>
      <Row label={t('cases')}>{rate ? formats.count(rate.n) : missing}</Row>
      {rate?.verdict === null ? null : (
        <Row label={t('verdict')}>{rate ? <VerdictTag verdict={rate.verdict} /> : missing}</Row>
      )}
    </dl>
  );
}

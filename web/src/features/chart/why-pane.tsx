import { type Bar, DAY_MS, type Resolution } from '@rasat/engine';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { seerQuery } from '../../api/calls/analysis.ts';
import { useCalibrations } from '../../api/calls/calibration.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { ratesQuery } from '../../api/calls/rates.ts';
import { livePrice } from '../../api/live/live.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useChanceWords } from '../../ui/chance.tsx';
import { cx } from '../../ui/cx.ts';
import { useServerNow } from '../../ui/use-now.ts';
import {
  chanceQuestion,
  HISTORY_DAYS,
  WhyChanceSentence,
  WhyPanel,
  type WhyPanelProps,
  WhySentences,
  type WhySubject,
  WhyTags,
} from '../../why/index.ts';
import type { ChartBars } from './use-bars.ts';

/** Properties of both forms of the pane. */
interface WhyPaneProps {
  readonly subject: WhySubject;
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly chart: ChartBars;
  readonly onCandle: (timeMs: number | null) => void;
  readonly onClose: () => void;
  readonly titleRef: Ref<HTMLHeadingElement>;
}

/** Returns the closed bars when they cover the history of a level; until then null, while it requests older pages. */
function useHistoryBars({ bars, hasOlder, busy, needOlder }: ChartBars): readonly Bar[] | null {
  const first = bars?.[0];
  const last = bars?.at(-1);
  const covered =
    first !== undefined &&
    last !== undefined &&
    (!hasOlder || first.openTimeMs <= last.openTimeMs - HISTORY_DAYS * DAY_MS);
  useEffect(() => {
    if (first && !covered && !busy) needOlder();
  }, [first, covered, busy, needOlder]);
  return useMemo(() => (covered && bars ? bars.slice(0, -1) : null), [covered, bars]);
}

function useWhyProps({
  subject,
  entry,
  resolution,
  chart,
  onCandle,
  onClose,
  titleRef,
}: WhyPaneProps): WhyPanelProps {
  const nowMs = useServerNow();
  const { data: seer } = useQuery(seerQuery(entry.symbol));
  const { data: rates = null } = useQuery(ratesQuery(entry.symbol));
  const chances = useCalibrations(entry.source, chanceQuestion(subject)?.scope ?? null);
  const bars = useHistoryBars(chart);
  const lastPrice = livePrice(entry.symbol).get()?.price ?? chart.bars?.at(-1)?.close ?? null;
  return {
    subject,
    symbol: entry.symbol,
    rates,
    source: entry.source,
    chances,
    digits: entry.digits,
    base: entry.base,
    lastPrice,
    atr: seer?.atr ?? null,
    bars,
    resolution,
    engineVersion: seer?.engineVersion ?? null,
    nowMs,
    onCandle,
    onClose,
    titleRef,
  };
}

/** Renders the pane at the right of the chart, 318 px wide; over the chart on a narrow screen. */
export function WhyAside(props: WhyPaneProps) {
  const { t } = useTranslation('why');
  const panel = useWhyProps(props);
  return (
    <aside
      aria-label={t('title')}
      className="flex w-79.5 flex-none flex-col overflow-hidden border-l border-line bg-s1 max-wide:absolute max-wide:inset-y-0 max-wide:right-0 max-wide:z-30 max-wide:w-75 max-wide:shadow-2"
    >
      <WhyPanel {...panel} />
    </aside>
  );
}

const SHEET_STEPS = ['peek', 'half', 'full'] as const;
type SheetStep = (typeof SHEET_STEPS)[number];
const SHEET_HEIGHT: Readonly<Record<SheetStep, string>> = {
  peek: '',
  half: 'h-[52dvh]',
  full: 'h-[calc(100dvh-52px)]',
};
const SWIPE_PX = 28;

/** Renders the sheet of a phone in three heights: the sentence, half of the screen, all of it. */
export function WhySheet(props: WhyPaneProps) {
  const { t } = useTranslation('why');
  const [step, setStep] = useState<SheetStep>('peek');
  const panel = useWhyProps(props);
  const pulledFrom = useRef<number | null>(null);
  const stepOn = (): void => setStep(SHEET_STEPS[SHEET_STEPS.indexOf(step) + 1] ?? 'peek');
  const move = (by: 1 | -1): void => {
    const next = SHEET_STEPS[SHEET_STEPS.indexOf(step) + by];
    if (next) setStep(next);
    else if (by < 0) props.onClose();
  };
  const release = (event: PointerEvent): void => {
    const from = pulledFrom.current;
    pulledFrom.current = null;
    if (from === null) return;
    const pulled = event.clientY - from;
    if (Math.abs(pulled) >= SWIPE_PX) move(pulled < 0 ? 1 : -1);
    else stepOn();
  };
  return (
    <section
      aria-label={t('title')}
      className={cx(
        'relative z-(--z-sheet) flex flex-none flex-col rounded-t-[14px] border-t border-line bg-s1',
        SHEET_HEIGHT[step],
      )}
    >
      <button
        type="button"
        aria-label={step === 'full' ? t('shrink') : t('grow')}
        onPointerDown={(event) => {
          pulledFrom.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={release}
        onClick={({ detail }) => {
          // A click without a pointer, from keyboard or screen reader, has detail 0.
          if (detail === 0) stepOn();
        }}
        className="relative flex h-6 w-full flex-none touch-none items-center justify-center after:absolute after:inset-x-0 after:bottom-0 after:h-11 after:content-['']"
      >
        <i aria-hidden="true" className="h-1 w-9 rounded-full bg-line-ctl opacity-60" />
      </button>
      {step === 'peek' ? (
        <Peek panel={panel} onMore={() => setStep('half')} />
      ) : (
        <WhyPanel {...panel} />
      )}
    </section>
  );
}

function Peek({ panel, onMore }: { readonly panel: WhyPanelProps; readonly onMore: () => void }) {
  const { t } = useTranslation('why');
  const formats = useFormats();
  const { subject, lastPrice, atr, digits, base, nowMs } = panel;
  const chances = useChanceWords(nowMs);
  const { value } = subject;
  const distance =
    'price' in value && lastPrice !== null ? Math.abs(value.price - lastPrice) : null;
  const big =
    'price' in value
      ? value.chance
        ? chances.figure(value.chance.published)
        : formats.price(value.price, digits)
      : 'timeMs' in value
        ? formats.moment(value.timeMs)
        : formats.signed(value.gauge, 2);
  return (
    <div className="px-3.5 pb-2.5">
      <div className="flex items-center gap-2">
        <WhyTags subject={subject} />
        <b className="num ml-auto text-18">{big}</b>
      </div>
      <p className="mt-1.5 line-clamp-3 text-13 text-ink-2">
        {subject.kind === 'chance' ? (
          <>
            <WhyChanceSentence subject={subject} digits={digits} nowMs={nowMs} />{' '}
          </>
        ) : null}
        <WhySentences subject={subject} base={base} />
      </p>
      <p className="mt-1 flex items-center gap-3 text-12 text-ink-3">
        {distance === null || atr === null ? null : (
          <span className="num">
            {t('distance', {
              price: formats.price(distance, digits),
              atr: formats.number(distance / atr, 2),
            })}
          </span>
        )}
        <button type="button" onClick={onMore} className="link ml-auto text-13 text-ink">
          {t('open')}
        </button>
      </p>
    </div>
  );
}

import {
  DAY_MS,
  HOUR_MS,
  isStale,
  MINUTE_MS,
  type PricedSymbol,
  type Reply,
  type ROUTES,
  vendorName,
} from '@rasat/contract';
import { lazy, Suspense } from 'react';
import { formatHour } from '../i18n/format.ts';
import { useFormats, useTranslation } from '../i18n/index.ts';
import { Icon } from './icons.tsx';
import type { CellSource } from './live-price.tsx';
import { type CellPrice, newestPrice } from './price-cell.ts';
import { Tag } from './tag.tsx';
import { useOfServerNow, useServerNow } from './use-now.ts';
import { useSourceWords } from './use-source-words.ts';

const Credits = lazy(() =>
  import('./vendor-credits.tsx').then((module) => ({ default: module.VendorCredits })),
);

type SymbolEntry = Reply<typeof ROUTES.symbols>[number];
/** The fields of a symbol that say where its prices come from. */
export type Sourced = Pick<SymbolEntry, 'source' | 'delay'>;

/** Tone of each delay class; files have none. */
const TONES = {
  simulated: 'new',
  'real-time': 'ok',
  delayed: 'warn',
  'end-of-day': 'quiet',
  reference: 'quiet',
} as const;

/** Longest list of labels beside a title; more sources are counted. */
const MOST_LABELS = 2;

/** Returns the symbols that differ in vendor or delay, one of each, in the order of the list. */
export function distinctSources(symbols: readonly Sourced[]): Sourced[] {
  const found = new Map(
    symbols
      .toReversed()
      .map((one) => [`${vendorName(one.source)} ${one.delay?.class} ${one.delay?.ms ?? 0}`, one]),
  );
  return [...found.values()].reverse();
}

/** Returns the words for the age of prices by the licence of their source: `15 min delayed`. */
export function useDelayWords(): (sourced: Sourced, isShort?: boolean) => string {
  const { t } = useTranslation('words');
  const { name } = useSourceWords();
  return ({ source, delay }, isShort = false) => {
    if (delay === null || delay.class === 'simulated') return name(source);
    if (delay.class !== 'delayed') return t(`delay.${delay.class}`);
    const minutes = Math.round(delay.ms / MINUTE_MS);
    return t(isShort ? 'delay.delayedShort' : 'delay.delayed', { minutes });
  };
}

/** Returns the words for source and age together: `binance · real time`. */
function useSourcedWords(): (sourced: Sourced) => string {
  const { name } = useSourceWords();
  const words = useDelayWords();
  return (sourced) => {
    const { source, delay } = sourced;
    if (delay === null || delay.class === 'simulated') return name(source);
    return `${name(source)} · ${words(sourced)}`;
  };
}

/** Shows the delay class of a source in the look that it has beside every price. */
export function DelayTag({ sourced }: { readonly sourced: Sourced }) {
  const words = useDelayWords();
  const { delay } = sourced;
  return (
    <Tag tone={delay === null ? 'quiet' : TONES[delay.class]}>
      {delay?.class === 'delayed' ? <Icon name="clock" size={12} /> : null}
      <span className="inline-block first-letter:uppercase">{words(sourced)}</span>
    </Tag>
  );
}

/**
 * Shows beside the title of a page where the prices of its first view come from and how old they are by their licence. A
 * list with more than two kinds shows how many; its parts then show their own.
 */
export function SourceTag({ symbols }: { readonly symbols: readonly Sourced[] }) {
  const { t } = useTranslation(['words', 'shell']);
  const words = useSourcedWords();
  const kinds = distinctSources(symbols);
  const simulated = kinds.some(({ source }) => source === 'simulated');
  const said = kinds.map(words).join(', ');
  if (kinds.length > MOST_LABELS) {
    return (
      <span title={said}>
        <Tag>{t('words:sources', { count: kinds.length })}</Tag>
        {simulated ? (
          <Tag tone="new" className="ml-1.5">
            {t('words:simulatedSome')}
          </Tag>
        ) : null}
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {kinds.map((kind) => (
        <span
          key={words(kind)}
          {...(kind.source === 'simulated' && {
            title: t(kinds.length === 1 ? 'shell:simulated' : 'shell:simulatedSome'),
          })}
        >
          <Tag tone={kind.delay === null ? 'quiet' : TONES[kind.delay.class]}>
            {kind.delay?.class === 'delayed' ? <Icon name="clock" size={12} /> : null}
            {words(kind)}
          </Tag>
        </span>
      ))}
    </span>
  );
}

/** Shows the lines that the licences of sources want beside their prices; nothing without any. */
export function SourceCredits({ sources }: { readonly sources: readonly string[] }) {
  return (
    <Suspense fallback={null}>
      <Credits sources={sources} />
    </Suspense>
  );
}

/**
 * Shows as a sentence where the prices of these symbols come from, with the lines that the licences of their vendors
 * want.
 */
export function SourceNote({ symbols }: { readonly symbols: readonly Sourced[] }) {
  const { t } = useTranslation(['shell', 'words']);
  const words = useSourcedWords();
  const kinds = distinctSources(symbols);
  const others = kinds.filter(({ source }) => source !== 'simulated');
  return (
    <>
      {others.length < kinds.length ? (
        <span>{t(others.length === 0 ? 'simulated' : 'simulatedSome')}</span>
      ) : null}
      {others.length > 0 ? (
        <>
          <span>{t('pricesFrom', { sources: others.map(words).join(', ') })}</span>
          <SourceCredits sources={others.map(({ source }) => source)} />
        </>
      ) : null}
    </>
  );
}

/** Whether a source delivers its prices later than the market, or once a day. */
export function isDelayed({ delay }: Pick<Sourced, 'delay'>): boolean {
  return delay !== null && delay.class !== 'simulated' && delay.class !== 'real-time';
}

/**
 * Shows beside a price of a list that it is not a live one: `stale 17:43` when it is older than its source allows, else
 * the delay or the day of its source. Nothing beside a price in real time and a simulated one. It follows the clock and
 * not each tick. A narrow row makes space for its element by `data-age`: `time` may be cut, `day` may not.
 */
export function PriceAgeTag({
  entry,
  source,
  first,
  narrow = false,
}: {
  readonly entry: PricedSymbol;
  readonly source: CellSource;
  /** The price that was sent with the page; null without one. */
  readonly first: CellPrice | null;
  /** Whether a clock alone stands for a delay, and a word without the time for `stale`; the title has the rest. */
  readonly narrow?: boolean;
}) {
  const { t } = useTranslation('words');
  const words = useDelayWords();
  const { name } = useSourceWords();
  const { day } = useFormats();
  const moment = useStaleMoment();
  const timeOf = () => newestPrice(source.get(), first)?.timeMs ?? null;
  const staleMs = useOfServerNow((nowMs) => {
    const timeMs = timeOf();
    return timeMs !== null && isStale(entry, timeMs, nowMs) ? timeMs : null;
  });
  if (staleMs !== null) {
    const said = t('delay.staleAt', { time: moment(staleMs) });
    return (
      <span data-age="time" title={said} className="inline-flex min-w-0">
        <Tag tone="bad" className={narrow ? 'min-w-0 px-1!' : 'min-w-0'}>
          <span className={narrow ? 'truncate font-stretch-[68%]' : 'truncate'}>
            {narrow ? t('delay.stale') : said}
          </span>
        </Tag>
      </span>
    );
  }
  if (!isDelayed(entry)) return null;
  const timeMs = timeOf();
  const isShort = entry.delay?.class === 'delayed';
  return (
    <span data-age={isShort ? 'time' : 'day'} title={`${name(entry.source)} · ${words(entry)}`}>
      {isShort ? (
        <Tag tone="warn">
          <Icon name="clock" size={12} />
          {narrow ? null : <span aria-hidden="true">{words(entry, true)}</span>}
          <span className="sr-only">{words(entry)}</span>
        </Tag>
      ) : (
        <Tag className={narrow ? 'px-1!' : ''}>{timeMs === null ? words(entry) : day(timeMs)}</Tag>
      )}
    </span>
  );
}

const HALF_DAY_MS = 12 * HOUR_MS;

/** Returns a formatter of the time of an old price: the clock, and the day with it when that was long ago. */
export function useStaleMoment(): (timeMs: number) => string {
  const { moment } = useFormats();
  const nowMs = useServerNow(MINUTE_MS);
  return (timeMs) => (nowMs - timeMs < HALF_DAY_MS ? formatHour(timeMs) : moment(timeMs));
}

/** Returns the age of a price in words: `4 seconds ago`, `3 minutes ago`, `2 days ago`. */
export function useAgeWords(): (timeMs: number) => string {
  const { t } = useTranslation('words');
  const nowMs = useServerNow();
  return (timeMs) => {
    const ageMs = Math.max(0, nowMs - timeMs);
    if (ageMs < MINUTE_MS) return t('age.seconds', { count: Math.floor(ageMs / 1000) });
    if (ageMs < HOUR_MS) return t('age.minutes', { count: Math.floor(ageMs / MINUTE_MS) });
    if (ageMs < DAY_MS) return t('age.hours', { count: Math.floor(ageMs / HOUR_MS) });
    return t('age.days', { count: Math.floor(ageMs / DAY_MS) });
  };
}

import { formatDeadline, formatRecent } from '../i18n/deadline.ts';
import { type Formats, useFormats, useTranslation } from '../i18n/index.ts';
import { type ChanceSet, type ChanceState, chanceFigure } from './chance-state.ts';
import { cx } from './cx.ts';
import { Tag } from './tag.tsx';

type ChanceTexts = ReturnType<typeof useTranslation<'chance'>>['t'];

/** Words of a chance in the current language. */
export interface ChanceWords {
  /** A chance in whole per cent, `under 1%` or `over 99%`; only beside the moment until which it counts. */
  readonly figure: (chance: number) => string;
  /** The moment until which a chance counts. */
  readonly until: (untilMs: number) => string;
  /** What a state is in a few words: the chance alone, or why there is none. */
  readonly short: (state: ChanceState) => string;
  /** The same without the time at which a level was reached. */
  readonly brief: (state: ChanceState) => string;
  /** The same as a whole sentence about a level, with its moments. */
  readonly sentence: (state: ChanceState, level: string) => string;
  /** Of which moment a chance is: the newest close, or its publication. */
  readonly moment: (of: 'now' | 'published', atMs: number) => string;
  /** The caption of a set: until when its chances count, or why there are none. */
  readonly caption: (set: Pick<ChanceSet, 'phase' | 'untilMs'>) => string;
  /** The mark of chances on trial. */
  readonly trial: string;
}

/** Returns the words of chances; `nowMs` is the server's time. */
export function useChanceWords(nowMs: number): ChanceWords {
  const { t } = useTranslation('chance');
  return chanceWords(t, useFormats(), nowMs);
}

/** Returns the words of chances by the texts and formats of a language. */
export function chanceWords(
  t: ChanceTexts,
  formats: Pick<Formats, 'language' | 'percent'>,
  nowMs: number,
): ChanceWords {
  const { language } = formats;
  const recent = (timeMs: number): string => formatRecent(language, timeMs, nowMs);
  const until = (untilMs: number): string => formatDeadline(language, untilMs, nowMs);
  const figure = (chance: number): string => {
    const written = chanceFigure(chance);
    return written.kind === 'whole' ? formats.percent(written.percent, 0) : t(written.kind);
  };
  const short = (state: ChanceState): string => {
    switch (state.state) {
      case 'chance':
        return figure(state.chance);
      case 'reached':
        return state.atMs === null
          ? t('short.reachedBefore')
          : t('short.reachedAt', { at: recent(state.atMs) });
      case 'none':
        return t(`short.${state.reason}`);
      case 'closed':
      case 'due':
      case 'over':
        return t(`short.${state.state}`);
    }
  };
  return {
    figure,
    until,
    short,
    brief: (state) => (state.state === 'reached' ? t('short.reached') : short(state)),
    sentence: (state, level) => {
      switch (state.state) {
        case 'chance':
          return t(`sentence.${state.of}`, {
            level,
            chance: figure(state.chance),
            until: until(state.untilMs),
            at: recent(state.atMs),
          });
        case 'reached':
          return state.atMs === null
            ? t('sentence.reachedBefore', { level })
            : t('sentence.reachedAt', { level, at: recent(state.atMs) });
        case 'none':
          return t(`sentence.${state.reason}`, { level });
        case 'due':
          return t('sentence.due', { level });
        case 'closed':
        case 'over':
          return t(`sentence.${state.state}`, { level, until: until(state.untilMs) });
      }
    },
    moment: (of, atMs) => t(`moment.${of}`, { at: recent(atMs) }),
    caption: ({ phase, untilMs }) => {
      if (untilMs === null || phase === 'history' || phase === 'far') {
        return t(phase === 'far' ? 'set.far' : 'set.history');
      }
      if (phase === 'open') return t('title', { until: until(untilMs) });
      if (phase === 'closed') return t('set.closed', { until: until(untilMs) });
      if (phase === 'due') return t('set.due');
      return t('set.over', { at: recent(untilMs) });
    },
    trial: t('trial'),
  };
}

/**
 * Renders what is shown of a level's chance, for the eye in a few words, for a screen reader as a sentence. The moment
 * until which the chance counts stands beside it, in a caption or the head of its column. With `onWhy` a chance is a
 * button that opens its explanation.
 */
export function Chance({
  state,
  level,
  nowMs,
  onWhy = null,
  brief = false,
  className,
}: {
  readonly state: ChanceState;
  /** The level as it is written. */
  readonly level: string;
  readonly nowMs: number;
  readonly onWhy?: (() => void) | null;
  /** Whether the time of a reached level is only in the sentence. */
  readonly brief?: boolean;
  readonly className?: string;
}) {
  const { t } = useTranslation('chance');
  const words = useChanceWords(nowMs);
  const sentence = words.sentence(state, level);
  const isChance = state.state === 'chance';
  const short = brief ? words.brief(state) : words.short(state);
  const look = cx('num', isChance ? 'font-semi text-ink' : 'text-ink-2', className);
  const seen = <span aria-hidden="true">{short}</span>;
  if (!isChance || onWhy === null) {
    return (
      <span className={look} title={sentence}>
        {seen}
        <span className="sr-only">{sentence}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      onClick={onWhy}
      className={cx(
        look,
        'min-h-6 min-w-6 rounded-1 px-0.5 underline decoration-line-ctl decoration-dotted underline-offset-3 hover:text-brass pointer-coarse:min-h-11 pointer-coarse:min-w-11',
      )}
    >
      {seen}
      <span className="sr-only">{`${sentence}. ${t('why')}`}</span>
    </button>
  );
}

/** Returns the caption of a set: until when its chances count, or why there are none. */
export function useSetCaption(nowMs: number): (set: ChanceSet) => string {
  return useChanceWords(nowMs).caption;
}

/** Renders the mark of shown chances: that they are those of now, with the close of the newest bar, and a trial. */
export function ChanceMark({
  set: { phase, atMs, trial },
  nowMs,
}: {
  readonly set: Pick<ChanceSet, 'phase' | 'atMs' | 'trial'>;
  readonly nowMs: number;
}) {
  const { moment } = useChanceWords(nowMs);
  if (phase !== 'open') return null;
  return (
    <>
      {atMs === null ? null : <span className="num text-ink-3">{moment('now', atMs)}</span>}
      {trial ? <TrialTag /> : null}
    </>
  );
}

/** Renders the tag of chances whose class is on trial. */
export function TrialTag() {
  const { t } = useTranslation('chance');
  return (
    <span title={t('trialText')}>
      <Tag tone="info">{t('trial')}</Tag>
    </span>
  );
}

import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { DirectionTag, Tag } from '../../ui/tag.tsx';
import type { RecordRow } from './row-calls.ts';
import { useRowWords } from './use-row-words.ts';

const TONES = {
  waiting: 'info',
  untouched: 'quiet',
  open: 'info',
  tp1: 'up',
  sl: 'down',
  expired: 'warn',
  ended: 'quiet',
  void: 'quiet',
} as const;

/** Renders the state of a row as a tag. */
export function StateTag({ state }: { readonly state: RecordRow['state'] }) {
  const { t } = useTranslation('record');
  return <Tag tone={TONES[state]}>{t(`row.state.${state}`)}</Tag>;
}

/** Renders a direction; a dash for null. */
export function RowWay({ way }: { readonly way: boolean | null }) {
  const { t } = useTranslation('words');
  if (way === null) return <span className="text-ink-3">—</span>;
  return <DirectionTag way={way}>{way ? t('buy') : t('sell')}</DirectionTag>;
}

/** Renders a multiple of the risk with its sign, and with the colour of a gain or loss. */
export function RFigure({
  value,
  quiet = false,
  className,
}: {
  readonly value: number | null;
  /** Whether the figure has no colour, as for a baseline. */
  readonly quiet?: boolean;
  readonly className?: string;
}) {
  const { r } = useRowWords();
  const text = r(value);
  const tone = quiet || value === null ? 'text-ink-2' : value < 0 ? 'text-down-text' : 'text-up';
  return <span className={cx('num', tone, className)}>{text}</span>;
}

/** Renders a moment in Istanbul's time, with UTC in the tooltip. */
export function RowTime({ timeMs }: { readonly timeMs: number }) {
  const { moment } = useFormats();
  const iso = formatIsoUtc(timeMs);
  return (
    <time dateTime={iso} title={iso} className="num">
      {moment(timeMs)}
    </time>
  );
}

import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats } from '../../i18n/index.ts';

/** Renders a moment in Istanbul's time, with UTC on hover; a dash for null. */
export function Moment({ timeMs }: { readonly timeMs: number | null }) {
  const { moment } = useFormats();
  if (timeMs === null) return '—';
  return (
    <time dateTime={formatIsoUtc(timeMs)} title={formatIsoUtc(timeMs)} className="num">
      {moment(timeMs)}
    </time>
  );
}

/** Renders a day in Istanbul's time, with the moment in UTC on hover; a dash for null. */
export function Day({ timeMs }: { readonly timeMs: number | null }) {
  const { date } = useFormats();
  if (timeMs === null) return '—';
  return (
    <time dateTime={formatIsoUtc(timeMs)} title={formatIsoUtc(timeMs)} className="num">
      {date(timeMs)}
    </time>
  );
}

import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats } from '../../i18n/index.ts';

/** A moment in Istanbul, its moment in UTC on hover; a dash for none. */
export function Moment({ timeMs }: { readonly timeMs: number | null }) {
  const { moment } = useFormats();
  if (timeMs === null) return '—';
  return (
    <time dateTime={formatIsoUtc(timeMs)} title={formatIsoUtc(timeMs)} className="num">
      {moment(timeMs)}
    </time>
  );
}

/** A day in Istanbul, its moment in UTC on hover; a dash for none. */
export function Day({ timeMs }: { readonly timeMs: number | null }) {
  const { date } = useFormats();
  if (timeMs === null) return '—';
  return (
    <time dateTime={formatIsoUtc(timeMs)} title={formatIsoUtc(timeMs)} className="num">
      {date(timeMs)}
    </time>
  );
}

import { atFirstUse } from '../../platform/first-use.ts';

const ZONE = 'Europe/Istanbul';

const dateFormat = atFirstUse(
  () =>
    new Intl.DateTimeFormat('tr-TR', {
      timeZone: ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
);
const timeFormat = atFirstUse(
  () =>
    new Intl.DateTimeFormat('tr-TR', {
      timeZone: ZONE,
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** A day in Istanbul: `21.11.2026`. */
export function istanbulDate(ms: number): string {
  return dateFormat().format(ms);
}

/** A moment in Istanbul: `21.11.2026 14:02`. */
export function istanbulTime(ms: number): string {
  return `${dateFormat().format(ms)} ${timeFormat().format(ms)}`;
}

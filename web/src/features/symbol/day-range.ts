/**
 * Returns two days as a range, with the month once when both days have the same: `23 – 27 Kas`, `12 Kas – 1 Ara`. The
 * arguments are days as the page writes them.
 */
export function joinDays(first: string, last: string): string {
  if (first === last) return first;
  const [day = '', ...month] = first.split(' ');
  const [, ...lastMonth] = last.split(' ');
  return month.join(' ') === lastMonth.join(' ') ? `${day} – ${last}` : `${first} – ${last}`;
}

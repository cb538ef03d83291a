/** Two days as a range, the month once where it is the same: `23 – 27 Kas`, `12 Kas – 1 Ara`. Days as the page writes them. */
export function joinDays(first: string, last: string): string {
  if (first === last) return first;
  const [day = '', ...month] = first.split(' ');
  const [, ...lastMonth] = last.split(' ');
  return month.join(' ') === lastMonth.join(' ') ? `${day} – ${last}` : `${first} – ${last}`;
}

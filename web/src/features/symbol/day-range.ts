/** Returns two days, as the page writes them, as a range: `23 – 27 Kas`, `12 Kas – 1 Ara`. */
export function joinDays(first: string, last: string): string {
  if (first === last) return first;
  const [day = '', ...month] = first.split(' ');
  const [, ...lastMonth] = last.split(' ');
  return month.join(' ') === lastMonth.join(' ') ? `${day} – ${last}` : `${first} – ${last}`;
}

import { nameOrder } from '../../../i18n/order.ts';

/** A city and its districts; none when the country has no list of them for that city. */
export interface City {
  readonly name: string;
  readonly districts: readonly string[];
}

/** Countries whose cities are offered as a list; anywhere else city and district are typed. */
export const LISTED_COUNTRIES = ['TR', 'AZ'] as const;
/** A country whose cities are offered as a list. */
export type ListedCountry = (typeof LISTED_COUNTRIES)[number];

/** The cities of a country in the order of its own alphabet; loaded when they are needed. */
export async function loadPlaces(country: ListedCountry): Promise<readonly City[]> {
  const lines =
    country === 'TR'
      ? (await import('./turkiye.ts')).TURKIYE
      : (await import('./azerbaijan.ts')).AZERBAIJAN;
  const order = nameOrder(country === 'TR' ? 'tr' : 'az');
  return lines.map(readPlace).toSorted((a, b) => order(a.name, b.name));
}

/** Reads a city, or a city with its districts, such as `Gəncə: Kəpəz, Nizami`. */
function readPlace(line: string): City {
  const [name = '', districts = ''] = line.split(': ');
  return { name, districts: districts === '' ? [] : districts.split(', ') };
}

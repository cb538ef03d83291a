import { nameOrder } from '../../../i18n/order.ts';

/** A city and its districts; no districts when the country's list has none for that city. */
export interface City {
  readonly name: string;
  readonly districts: readonly string[];
}

/** Countries with a list of cities; for any other country city and district are typed. */
export const LISTED_COUNTRIES = ['TR', 'AZ'] as const;
/** A country with a list of cities. */
export type ListedCountry = (typeof LISTED_COUNTRIES)[number];

/** Loads the cities of a country, in the alphabetical order of its language. */
export async function loadPlaces(country: ListedCountry): Promise<readonly City[]> {
  const lines =
    country === 'TR'
      ? (await import('./turkiye.ts')).TURKIYE
      : (await import('./azerbaijan.ts')).AZERBAIJAN;
  const order = nameOrder(country === 'TR' ? 'tr' : 'az');
  return lines.map(readPlace).toSorted((a, b) => order(a.name, b.name));
}

/** Reads a line with a city, or a city with its districts, such as `Gəncə: Kəpəz, Nizami`. */
function readPlace(line: string): City {
  const [name = '', districts = ''] = line.split(': ');
  return { name, districts: districts === '' ? [] : districts.split(', ') };
}

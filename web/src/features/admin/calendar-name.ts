import { CALENDARS, type CalendarName, marketOfCalendar } from '@rasat/engine';
import { useTranslation } from '../../i18n/index.ts';

/** Returns whether a word is the name of a calendar. */
export function isCalendar(word: string): word is CalendarName {
  return (CALENDARS as readonly string[]).includes(word);
}

/** Returns the function that names a calendar by its market; a later version also has its own name: `New York (x-2)`. */
export function useCalendarName(): (calendar: CalendarName) => string {
  const { t } = useTranslation('adminMarket');
  return (calendar) => {
    const market = marketOfCalendar(calendar);
    const name = t(`symbols.${market}`);
    return calendar === market ? name : `${name} (${calendar})`;
  };
}

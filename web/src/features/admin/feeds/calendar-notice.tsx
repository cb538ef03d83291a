import { HOUR_MS } from '@rasat/contract';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { FormStatus } from '../../../ui/form.tsx';
import { useCalendarName } from '../calendar-name.ts';
import type { Feeds } from './calls.ts';

/** Noon of the last day at the market falls on the same date in Istanbul. */
const NOON_MS = 12 * HOUR_MS;

/** Renders the calendars that end soon, each with its last day, and what to do; nothing without one. */
export function CalendarNotice({ calendars }: { readonly calendars: Feeds['calendars'] }) {
  const { t } = useTranslation('adminMarket');
  const { date } = useFormats();
  const calendarName = useCalendarName();
  if (calendars.length === 0) return null;
  return (
    <FormStatus kind="notice">
      <ul>
        {calendars.map(({ calendar, endsMs }) => (
          <li key={calendar}>
            {t('feeds.calendarEnds', {
              calendar: calendarName(calendar),
              day: date(endsMs - NOON_MS),
            })}
          </li>
        ))}
      </ul>
      <p>{t('feeds.calendarHelp')}</p>
    </FormStatus>
  );
}

import type { SpecialDay } from '../connector.ts';
import { CALENDAR } from './catalogue.ts';
import { isNotInPlan, type MassiveRest } from './massive-rest.ts';

/** Returns the coming days on which Nasdaq is closed or closes early; null when the plan does not include them. */
export async function listSpecialDays(rest: MassiveRest): Promise<readonly SpecialDay[] | null> {
  try {
    const days = await rest.holidays({ urgency: 'catalogue' });
    return days
      .filter(({ exchange }) => exchange === 'NASDAQ')
      .map(({ date, close }) => ({
        calendar: CALENDAR,
        dayMs: Date.parse(`${date}T00:00:00Z`),
        closeMs: close === undefined ? null : Date.parse(close),
      }))
      .toSorted((a, b) => a.dayMs - b.dayMs);
  } catch (error) {
    if (isNotInPlan(error)) return null;
    throw error;
  }
}

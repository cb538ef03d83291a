import { DAY_MS } from '@rasat/engine';
import { isoTime, type PersonalData, type Retention } from '../../platform/personal-data.ts';
import { deletePageViews, deletePageViewsBefore, listPageViews } from './store.ts';

/** Days for which views are kept; pages show only the sum of the current week. */
const VIEW_DAYS = 30;

/** Personal data of the module: the market pages that a person opened, by hour. */
export const pageViewsData: PersonalData = {
  tables: ['page_view'],
  async export(db, _keys, personId) {
    const views = await listPageViews(db, personId);
    return {
      page_view: views.map(({ category, hour_ms }) => ({ category, hour: isoTime(hour_ms) })),
    };
  },
  erase: deletePageViews,
};

/** Data that this module keeps for a limited time. */
export const pageViewsRetention: readonly Retention[] = [
  {
    what: 'page_view',
    daily: true,
    forget: (db, nowMs) => deletePageViewsBefore(db, nowMs - VIEW_DAYS * DAY_MS),
  },
];

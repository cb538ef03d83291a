import { CATEGORIES, type Category } from '@rasat/contract';
import { HOUR_MS, istanbulWeekStartMs } from '@rasat/engine';
import type { PartContext } from '../../platform/part.ts';
import { countPageViews, insertPageView } from './store.ts';

/** Counts how often the predictor and portfolio pages of a category are opened. */
export interface PageViews {
  /** Counts a person once per category and UTC hour, without keeping the caller waiting. */
  note(category: Category, person: number): void;
  /** Views of every category since Monday 00:00 in Istanbul. */
  list(): Promise<{ type: Category; views: number }[]>;
}

/** Creates the counter, which remembers only the persons of the current hour. */
export function openPageViews({ db, clock, log }: PartContext): PageViews {
  let hourMs = 0;
  let noted = new Set<string>();
  return {
    note(category, person) {
      const nowMs = clock.now();
      const currentMs = nowMs - (nowMs % HOUR_MS);
      if (currentMs !== hourMs) {
        hourMs = currentMs;
        noted = new Set();
      }
      const key = `${category} ${person}`;
      if (noted.has(key)) return;
      noted.add(key);
      insertPageView(db, currentMs, category, person).catch((error: unknown) => {
        noted.delete(key);
        log.warn({ err: error }, 'a page view was not counted');
      });
    },
    async list() {
      const counted = await countPageViews(db, istanbulWeekStartMs(clock.now()));
      return CATEGORIES.map((type) => ({ type, views: counted.get(type) ?? 0 }));
    },
  };
}

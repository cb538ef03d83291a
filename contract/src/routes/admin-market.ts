import { BASE_RESOLUTIONS, CALENDARS, CURRENT_CALENDARS, SOURCE_RESOLUTIONS } from '@rasat/engine';
import * as z from 'zod/mini';
import { ALARM_KINDS } from '../alarms.ts';
import { ACTION_KINDS, ACTION_STATES, SPLIT_FACTORS } from '../corporate-actions.ts';
import { GAP_STATES } from '../gaps.ts';
import { forEachLanguage } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { DELAY_CLASSES, LICENCES } from '../providers.ts';
import { route } from '../route.ts';
import { SYMBOL_PATTERN } from '../symbols.ts';
import { isWebAddress } from '../web-address.ts';
import { inLanguages, time } from '../wire.ts';
import { code, freshCodeCodes, search } from './admin-fields.ts';
import { done, line } from './fields.ts';
import { category, noQuery } from './parameters.ts';

const symbolName = z.string().check(z.regex(SYMBOL_PATTERN));
const bySymbol = z.strictObject({ symbol: symbolName });

/** Version of a market's trading calendar. */
export const calendarName = z.enum(CALENDARS);
/** A version that a new history may get. */
const currentCalendar = z.enum(Object.values(CURRENT_CALENDARS));
/** The names of a symbol in each language. */
export const symbolNames = z.strictObject(forEachLanguage(() => line(LIMITS.name)));
/** A source besides files. */
const sourceName = z.string().check(
  z.regex(/^[a-z][a-z0-9-]{0,29}$/),
  z.refine((name) => name !== 'file'),
);
/** The name of an instrument at its source. */
const sourceSymbol = symbolName;
const digits = z.int().check(z.minimum(0), z.maximum(12));

/** A listed symbol in the back office. */
export const adminSymbol = z.object({
  symbol: z.string(),
  category,
  digits: z.int(),
  name: inLanguages,
  calendar: calendarName,
  /** `simulated`, `file`, or a connector's name. */
  source: z.string(),
  /** The name of its instrument at the source; the symbol itself for files. */
  sourceSymbol: z.string(),
  base: z.enum(BASE_RESOLUTIONS),
  /** Number of this history of the symbol, counted from 1. */
  epoch: z.int(),
  /** Number of stored base bars, and the opening times of the first and the last; 0 and null before the first. */
  bars: z.int(),
  first: z.nullable(time),
  last: z.nullable(time),
});

/** An instrument that a source offers. */
export const offeredInstrument = z.object({
  source: z.string(),
  /** Its name at the source. */
  instrument: z.string(),
  category,
  name: inLanguages,
  /** The symbol that the source feeds with it; null for none. */
  listed: z.nullable(z.string()),
});

/** A split or rename that a source has told. */
export const corporateAction = z.object({
  id: z.int(),
  source: z.string(),
  /** The name of the instrument at the source when the action was found. */
  instrument: z.string(),
  /** The symbol that the instrument feeds; when it feeds none, the one that it fed. */
  symbol: z.string(),
  kind: z.enum(ACTION_KINDS),
  /** New shares for each old one, of a split. */
  factor: z.nullable(z.number()),
  /** New name of the instrument at the source, of a rename. */
  to: z.nullable(z.string()),
  /** Opening of the first session after it. */
  effective: time,
  found: time,
  state: z.enum(ACTION_STATES),
  decided: z.nullable(time),
  /** When a confirmed action was carried out; null while it is not effective yet or could not be carried out. */
  applied: z.nullable(time),
});
const byAction = z.strictObject({ id: z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)) });

/** The state of a source. */
export const feedState = z.object({
  source: z.string(),
  phase: z.enum(['starting', 'filling', 'live', 'waiting', 'stopped']),
  /** Share of the history that is stored, 0 to 1. */
  filled: z.number(),
  symbols: z.int(),
  connected: z.boolean(),
  /** When the last tick arrived; null before the first. */
  lastPrint: z.nullable(time),
  /** Accepted ticks, and refused ones by reason, since the server started. */
  accepted: z.int(),
  refused: z.record(z.string(), z.int()),
  /** Whether the source's clock runs ahead of ours. */
  clockAlarm: z.boolean(),
  /**
   * When its last ticks came, while it sends nothing although its markets are open; else null. Its symbols are then not
   * listed as lagging.
   */
  silentSince: z.nullable(time),
  /** How old its prices are by its licence; 0 unless `delayed`. */
  delay: z.object({ class: z.enum(DELAY_CLASSES), ms: z.int() }),
  /** Licence under which its prices are shown; null when it needs none. */
  licence: z.nullable(z.enum(LICENCES)),
  /** Whether its ticks are all trades or a selection. */
  ticks: z.enum(['complete', 'sampled']),
  /** Categories of its listed symbols. */
  categories: z.array(category),
  /** Number of its listed symbols whose prices are current, stale, or of a closed market. */
  flow: z.object({ flowing: z.int(), stale: z.int(), closed: z.int() }),
  /** Time of its newest accepted price at the venue, since the server started; null without one. */
  newest: z.nullable(time),
  /**
   * Age in milliseconds beyond which the prices of its listed symbols are stale, the least of them; null without symbols
   * and for prices that do not follow the clock.
   */
  limit: z.nullable(z.int()),
  /** Number of prices of the last minute, and the median and 95th percentile of their ages on arrival, in milliseconds. */
  minute: z.object({ ticks: z.int(), median: z.nullable(z.number()), p95: z.nullable(z.number()) }),
  /** Median age in milliseconds in each of the last sixty minutes, the current one last; null without a price. */
  hour: z.array(z.nullable(z.number())),
  /** Accepted and refused ticks of the last 24 hours, in whole hours; also those before the server started. */
  day: z.object({ accepted: z.int(), refused: z.int() }),
});

/** Bars that the calendar of a symbol's history has and the history lacks. */
export const feedGap = z.object({
  source: z.string(),
  symbol: z.string(),
  resolution: z.enum(SOURCE_RESOLUTIONS),
  /** Opening time of the first missing bar, and end of the last. */
  from: time,
  to: time,
  state: z.enum(GAP_STATES),
  /** Bars that were missing when it was found, and those that were inserted since. */
  expected: z.int(),
  inserted: z.int(),
  /**
   * Published rows that were computed without bars that the source delivered later. The rows stay, and these bars are
   * corrections.
   */
  rows: z.int(),
  found: time,
  /** When the source was last asked for it; null while it waits. */
  settled: z.nullable(time),
});

/** Repair of the gaps of a source: how many of them it has dealt with since it began. */
export const feedRepair = z.object({
  source: z.string(),
  running: z.boolean(),
  done: z.int(),
  all: z.int(),
});

/** A source, or all of them. */
const bySource = z.strictObject({
  source: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/))),
});

/** A web address, or empty for none. */
const optionalAddress = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((text) => text === '' || isWebAddress(text)),
);

/** A recording that the site serves itself, `/tour/boxes.webm`, or a web address. */
const videoAddress = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((text) => /^\/[\w-]+(?:\/[\w-]+)*\.(?:mp4|webm)$/.test(text) || isWebAddress(text)),
);

/** The contents of the landing page besides its texts; an empty field hides its section. */
export const siteContent = z.strictObject({
  /** Address of the contact button. */
  contact: optionalAddress,
  stores: z.strictObject({ ios: optionalAddress, android: optionalAddress }),
  videos: z
    .array(
      z.strictObject({
        title: symbolNames,
        url: videoAddress,
      }),
    )
    .check(z.maxLength(3)),
});

/**
 * The name of a text of the landing page or the page About: one of `SITE_TEXT_NAMES`, which the server checks. A schema
 * with the list would load the texts with every page that has a form.
 */
const siteText = line(LIMITS.name);
/** A line that replaces a text, or empty. */
const ownText = z.union([z.literal(''), line(LIMITS.siteText)]);

const codes = ['bad-fields-400', 'unauthorized-401', 'forbidden-403'] as const;

/** Symbols, feeds and the contents of the landing page in the back office. */
export const adminMarketRoutes = {
  site: route({
    method: 'GET',
    path: '/site',
    access: 'guest',
    summary: 'Videos, store links and contact of the landing page',
    query: noQuery,
    reply: siteContent,
    codes: [],
  }),
  adminSite: route({
    method: 'GET',
    path: '/admin/site',
    access: 'admin',
    summary: 'The contents of the landing page, and when they were saved',
    query: noQuery,
    reply: z.object({ content: siteContent, saved: z.nullable(time) }),
    codes,
  }),
  adminSaveSite: route({
    method: 'PUT',
    path: '/admin/site',
    access: 'admin',
    summary: 'Replaces the contents of the landing page',
    body: siteContent,
    reply: done,
    codes,
  }),
  adminSiteTexts: route({
    method: 'GET',
    path: '/admin/site/texts',
    access: 'admin',
    summary: 'The texts of the landing page: built in, and those of the owner',
    query: noQuery,
    /** For an empty own text the own Turkish text is shown if there is one, else the built-in text. */
    reply: z.array(z.object({ name: siteText, builtIn: inLanguages, own: inLanguages })),
    codes,
  }),
  adminSaveSiteText: route({
    method: 'PUT',
    path: '/admin/site/texts',
    access: 'admin',
    summary: 'Replaces a built-in text; an empty text restores it',
    body: z.strictObject({
      name: siteText,
      own: z.strictObject(forEachLanguage(() => ownText)),
    }),
    reply: done,
    codes,
  }),
  adminSymbols: route({
    method: 'GET',
    path: '/admin/symbols',
    access: 'admin',
    summary: 'Listed symbols, and the sources',
    query: noQuery,
    reply: z.object({ symbols: z.array(adminSymbol), sources: z.array(z.string()) }),
    codes,
  }),
  adminInstruments: route({
    method: 'GET',
    path: '/admin/instruments',
    access: 'admin',
    summary:
      'Searches the instruments of the sources, or of one: the best 50, and the number of all',
    query: z.strictObject({
      search,
      source: z.optional(sourceName),
      category: z.optional(category),
    }),
    reply: z.object({
      /** The sources of the search. Nothing is known of one that cannot be reached now, or not soon enough. */
      sources: z.array(z.object({ source: z.string(), available: z.boolean() })),
      total: z.int(),
      instruments: z.array(offeredInstrument),
    }),
    codes,
  }),
  adminOpenSignals: route({
    method: 'GET',
    path: '/admin/symbols/:symbol/open-signals',
    access: 'admin',
    summary:
      'The number of published signals of the present history with open legs; these legs get no result when it ends',
    params: bySymbol,
    query: noQuery,
    reply: z.object({ signals: z.int() }),
    codes: [...codes, 'not-found-404'],
  }),
  adminAddSymbol: route({
    method: 'POST',
    path: '/admin/symbols',
    access: 'admin',
    summary:
      'Lists an instrument of a source, or an empty symbol whose bars are imported from files',
    body: z.union([
      z.strictObject({
        source: sourceName,
        instrument: sourceSymbol,
        symbol: symbolName,
        /** Shown names; without them those of the source, which may change them. */
        name: z.optional(symbolNames),
      }),
      z.strictObject({
        symbol: symbolName,
        source: z.literal('file'),
        category,
        digits,
        base: z.enum(BASE_RESOLUTIONS),
        name: symbolNames,
        calendar: currentCalendar,
      }),
    ]),
    reply: done,
    codes: [...codes, 'not-found-404', 'conflict-409'],
  }),
  adminSaveSymbol: route({
    method: 'PUT',
    path: '/admin/symbols/:symbol',
    access: 'admin',
    summary: 'Changes the names of a symbol; its source no longer changes them',
    params: bySymbol,
    body: z.strictObject({ name: symbolNames }),
    reply: done,
    codes: [...codes, 'not-found-404'],
  }),
  adminSymbolDigits: route({
    method: 'POST',
    path: '/admin/symbols/:symbol/digits',
    access: 'admin',
    summary:
      'Changes the decimals of the price, in a new history with the same bars; fewer decimals than its prices have are a conflict',
    params: bySymbol,
    body: z.strictObject({ digits, code }),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminSymbolSource: route({
    method: 'POST',
    path: '/admin/symbols/:symbol/source',
    access: 'admin',
    summary:
      'Feeds a symbol from another instrument or from files, in a new history; bars of two sources are never mixed',
    params: bySymbol,
    /** An instrument belongs to every source but `file`. */
    body: z
      .strictObject({
        source: z.union([sourceName, z.literal('file')]),
        instrument: z.optional(sourceSymbol),
        code,
      })
      .check(
        z.refine(({ source, instrument }) => (source === 'file') === (instrument === undefined), {
          path: ['instrument'],
        }),
      ),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminRetireSymbol: route({
    method: 'POST',
    path: '/admin/symbols/:symbol/retire',
    access: 'admin',
    summary: 'Takes a symbol off the list; its history and its rows of the record stay',
    params: bySymbol,
    body: z.strictObject({ code }),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404'],
  }),
  adminSplitSymbol: route({
    method: 'POST',
    path: '/admin/symbols/:symbol/split',
    access: 'admin',
    summary:
      'Divides the prices of every bar before a date by a factor, in a new history; volumes are multiplied',
    params: bySymbol,
    body: z.strictObject({
      /** New shares for each old one: 2 for a split of two for one, 0.1 for a reverse split of one for ten. */
      factor: z.number().check(z.minimum(SPLIT_FACTORS.least), z.maximum(SPLIT_FACTORS.most)),
      /** The first moment with prices after the split. */
      at: z.int().check(z.minimum(0)),
      code,
    }),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminRenameSymbol: route({
    method: 'POST',
    path: '/admin/symbols/:symbol/rename',
    access: 'admin',
    summary:
      'Gives a symbol another name, in a new history with the same bars; favourites and links follow, and a listed name is a conflict',
    params: bySymbol,
    body: z.strictObject({ to: symbolName, code }),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminCorporateActions: route({
    method: 'GET',
    path: '/admin/corporate-actions',
    access: 'admin',
    summary:
      'Splits and renames that the sources tell, at most 100: first those that wait, then the newest decisions',
    query: noQuery,
    reply: z.object({ serverTime: time, actions: z.array(corporateAction) }),
    codes,
  }),
  adminConfirmAction: route({
    method: 'POST',
    path: '/admin/corporate-actions/:id/confirm',
    access: 'admin',
    summary:
      'Carries out a split or rename, in a new history, when it is effective; one that is carried out or dismissed is a conflict',
    params: byAction,
    body: z.strictObject({ code }),
    reply: z.object({ applied: z.boolean() }),
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminDismissAction: route({
    method: 'POST',
    path: '/admin/corporate-actions/:id/dismiss',
    access: 'admin',
    summary:
      'Continues the history of a symbol without a split or rename; one that is carried out or dismissed is a conflict',
    params: byAction,
    body: z.strictObject({ code }),
    reply: done,
    codes: [...freshCodeCodes, 'not-found-404', 'conflict-409'],
  }),
  adminFeeds: route({
    method: 'GET',
    path: '/admin/feeds',
    access: 'admin',
    summary:
      'The state of each source and part, refusals by reason, lagging symbols, and calendars that end soon',
    query: noQuery,
    reply: z.object({
      serverTime: time,
      sources: z.array(feedState),
      parts: z.array(z.object({ name: z.string(), ready: z.boolean(), detail: z.string() })),
      /**
       * Conditions that the operator was told of and that last, the oldest first. The subject is a source, a symbol, a
       * calendar or a job; empty for disk and database.
       */
      alarms: z.array(z.object({ kind: z.enum(ALARM_KINDS), subject: z.string(), since: time })),
      /** Live ticks refused in the last 24 hours, the largest number first; also those before the server started. */
      refusals: z.array(
        z.object({ source: z.string(), reason: z.string(), count: z.int(), last: time }),
      ),
      /** The last refused ticks, newest first. */
      prints: z.array(
        z.object({
          source: z.string(),
          symbol: z.string(),
          reason: z.string(),
          price: z.number(),
          d: time,
          seen: time,
        }),
      ),
      /** Closed bars that came too late or with other values in the last 30 days, by symbol and reason. */
      corrections: z.array(
        z.object({ symbol: z.string(), reason: z.string(), count: z.int(), last: time }),
      ),
      /** Symbols without a price for longer than their market allows, the longest first. */
      lagging: z.array(z.object({ symbol: z.string(), last: z.nullable(time) })),
      /**
       * Calendars of listed symbols that end within 60 days or have ended, with the end of their last known day, the
       * earliest first.
       */
      calendars: z.array(z.object({ calendar: calendarName, endsMs: time })),
      /** Gaps that were found in the last 30 days, the newest times first, at most 100. */
      gaps: z.array(feedGap),
      repair: z.array(feedRepair),
    }),
    codes,
  }),
  adminFillGaps: route({
    method: 'POST',
    path: '/admin/feeds/gaps/fill',
    access: 'admin',
    summary:
      'Searches the histories of a source, or of all, for gaps and asks the source for them again; goes on in the background',
    body: bySource,
    reply: done,
    codes: [...codes, 'not-found-404'],
  }),
  adminStopGaps: route({
    method: 'POST',
    path: '/admin/feeds/gaps/stop',
    access: 'admin',
    summary: 'Stops the repair of a source, or of all; the next hour goes on with it',
    body: bySource,
    reply: done,
    codes: [...codes, 'not-found-404'],
  }),
} as const;

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBaseRate, isRateStated, type RecordRate } from './base-rate.ts';
import { LIMITS } from './limits.ts';

/**
 * Every limit as it is promised. Other tests use LIMITS, so this list alone checks the numbers: a changed promise
 * changes both places.
 */
const PROMISED: { readonly [name in keyof typeof LIMITS]: number } = {
  // Fields, in characters.
  passwordMin: 6,
  passwordMax: 32,
  name: 50,
  gsm: 20,
  address: 150,
  resetToken: 8,
  message: 2000,
  messageLink: 500,
  siteText: 1000,
  studentText: 5000 - 1,
  lessonTitle: 120,
  homeworkTask: 1000,
  fileName: 200,
  markText: 300,
  search: 100,
  reason: 500,
  // Sessions: a week, five of one person; of an administrator half an hour without an action.
  sessionSeconds: 7 * 24 * 3600,
  sessionsPerPerson: 5,
  adminIdleMinutes: 30,
  // Attempts and their times.
  loginsPerMinute: 20,
  loginFailuresFree: 5,
  loginFailuresMax: 100,
  loginWaitMaxSeconds: 15 * 60,
  deviceSeconds: 365 * 24 * 3600,
  devicesPerPerson: 10,
  devicePeople: 8,
  deviceLoginsPerHour: 10,
  deviceResetsPerHour: 5,
  registrationsPerHour: 5,
  passwordChangesPerHour: 5,
  resetMinutes: 10,
  resetTries: 5,
  resetTriesInAll: 20,
  resetTriesOfStrangers: 15,
  resetMailsPerHour: 3,
  resetRequestsPerHour: 20,
  resetCallsPerHour: 60,
  totpTries: 10,
  totpMinutes: 15,
  challengeMinutes: 5,
  telegramLinkMinutes: 15,
  purchasesPerHour: 60,
  invoiceLinkMinutes: 10,
  adminExportsPerHour: 10,
  dataCallsPerMinute: 600,
  guestPredictorPerMinute: 30,
  guestRecordFilesPerMinute: 6,
  guestRowFilesPerMinute: 60,
  recordFilesAtOnce: 16,
  // Uploads: 5 MiB and 40 megapixels an image, 2 GiB a video.
  imageUrlsPerDay: 20,
  imageBytes: 5 * 1024 ** 2,
  imagePixels: 40 * 1000 ** 2,
  videoBytes: 2 * 1024 ** 3,
  uploadMinutes: 10,
  imageMinutes: 10,
  videoHours: 6,
  marks: 20,
  // The education.
  lessons: 8,
  homeworkSlots: 7,
  questionDays: 7,
  lessonWatched: 9 / 10,
  // Messages, prices, grants: at most a leap year ahead.
  messages: 200,
  messageAheadDays: 366,
  priceAheadDays: 366,
  priceMinKurus: 1 * 100,
  priceMaxKurus: 1_000_000 * 100,
  grantMonths: 2 * 12,
  erasureDays: 14,
  favorites: 200,
  // Lists.
  historyDefault: 1500,
  historyMax: 5000,
  quoteCloses: 30,
  boxHistory: 20,
  levelsHistory: 2 * 52,
  recordRows: 50,
  recordCertificates: 30,
  recordCorrections: 50,
  recordInherited: 100,
  recordEnds: 100,
  adminRows: 50,
  // The live socket: 4 KiB a frame, 256 KiB buffered.
  liveFrameBytes: 4 * 1024,
  liveChannels: 50,
  liveMessagesPerSecond: 10,
  liveSocketsPerPerson: 10,
  liveBufferedBytes: 256 * 1024,
  livePingSeconds: 15,
};

test('every limit has the promised number', () => {
  assert.deepEqual(LIMITS, PROMISED);
});

test('a hit rate is stated from fifteen resolved signals', () => {
  const hits = { share: 0.5, baseline: 0.5, difference: { value: 0, low: -0.1, high: 0.1 } };
  const isStated = (n: number): boolean => {
    const figures = { hits: { ...hits, n }, verdict: 'undecided' };
    const rate = { kind: 'condition', setup: 'pivot', figures } as unknown as RecordRate;
    const found = findBaseRate([rate], { kind: 'condition', setup: 'pivot' });
    return found !== null && isRateStated(found);
  };
  assert.deepEqual([14, 15].map(isStated), [false, true]);
});

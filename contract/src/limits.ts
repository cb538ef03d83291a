/** Numbers that both sides enforce; each is a promise of the specification or the access policy. */
export const LIMITS = {
  passwordMin: 6,
  passwordMax: 32,
  /** Name, surname, identity, country, city, district. */
  name: 50,
  gsm: 20,
  address: 150,
  resetToken: 8,
  /** Seconds that a session and its cookies last. */
  sessionSeconds: 604_800,
  /** Sessions that one person may hold; a further one ends the oldest. */
  sessionsPerPerson: 5,
  /** Minutes that a mailed code is valid, from the delivery of the mail to the mail server. */
  resetMinutes: 10,
  /** Tries that a mailed code allows one address, or one known device. */
  resetTries: 5,
  /** Tries of all addresses and devices together, and the part of them without a known device of the account. */
  resetTriesInAll: 20,
  resetTriesOfStrangers: 15,
  /** Mailed codes an hour for one account. */
  resetMailsPerHour: 3,
  /** Requests for a mailed code an hour from one address. */
  resetRequestsPerHour: 20,
  /** Calls an hour from one address with a mailed code. */
  resetCallsPerHour: 60,
  /** Accounts an hour from one address. */
  registrationsPerHour: 5,
  /** Sign-ins a minute from one address. */
  loginsPerMinute: 20,
  /** Wrong passwords in a row after which the next try must wait. */
  loginFailuresFree: 5,
  /** Wrong passwords in a row after which only a reset helps. */
  loginFailuresMax: 100,
  /** Longest wait between two sign-ins, in seconds. */
  loginWaitMaxSeconds: 900,
  /** Seconds that a browser stays a known device after its last sign-in. */
  deviceSeconds: 31_536_000,
  /** Known devices of one person; a further one replaces the least recently used. */
  devicesPerPerson: 10,
  /** People for whom one browser can be a known device. */
  devicePeople: 8,
  /** Wrong passwords an hour in a known device, and codes that it may request. */
  deviceLoginsPerHour: 10,
  deviceResetsPerHour: 5,
  /** Codes of an authenticator that may be tried in `totpMinutes`. */
  totpTries: 10,
  totpMinutes: 15,
  /** Payment pages that one person may open in an hour. */
  purchasesPerHour: 60,
  /** Password changes an hour for one account. */
  passwordChangesPerHour: 5,
  /** Minutes that a human check is valid. */
  challengeMinutes: 5,
  /** Minutes that a link to the Telegram bot is valid. */
  telegramLinkMinutes: 15,
  /** Characters of a message to all. */
  message: 2000,
  messageLink: 500,
  /** Characters of a text of the landing page. */
  siteText: 1000,
  /** Days ahead that a message may be scheduled. */
  messageAheadDays: 366,
  /** Messages that one list shows. */
  messages: 200,
  /** Minutes that the address of an invoice is valid. */
  invoiceLinkMinutes: 10,
  /** Lessons of the education. */
  lessons: 8,
  /** Homework slots of the education. */
  homeworkSlots: 7,
  /** Longest text of a question, an answer, a homework or its review: under 5000 characters. */
  studentText: 4999,
  /** Days between two questions of one person. */
  questionDays: 7,
  /** Addresses for an image a day for one person. */
  imageUrlsPerDay: 20,
  /** Largest image, in bytes and in pixels. */
  imageBytes: 5_242_880,
  imagePixels: 40_000_000,
  /** Largest video, in bytes. */
  videoBytes: 2_147_483_648,
  /** Minutes within which an upload must begin, and for which the address of an image is valid. */
  uploadMinutes: 10,
  imageMinutes: 10,
  /** Hours for which the address of a video is valid. */
  videoHours: 6,
  /** Characters of a lesson's title, a homework task, a file's name and a remark on an image; remarks on one image. */
  lessonTitle: 120,
  homeworkTask: 1000,
  fileName: 200,
  markText: 300,
  marks: 20,
  /** Share of a lesson from which it counts as watched. */
  lessonWatched: 0.9,
  /** Favourites of one person. */
  favorites: 200,
  /** Days between the request to be erased and the erasure. */
  erasureDays: 14,
  /** Bars that one history call returns when no limit is given. */
  historyDefault: 1500,
  /** Most bars that one history call returns. */
  historyMax: 5000,
  /** Daily closes of a quote. */
  quoteCloses: 30,
  /** Past boxes of a term that one history call returns. */
  boxHistory: 20,
  /** Past weeks of levels that one history call returns. */
  levelsHistory: 104,
  /** Largest frame that a client may send over the live socket, in bytes. */
  liveFrameBytes: 4096,
  /** Channels that one socket may join. */
  liveChannels: 50,
  /** Messages a second that one socket may send. */
  liveMessagesPerSecond: 10,
  /** Sockets that one person may hold. */
  liveSocketsPerPerson: 10,
  /** Bytes that may be buffered for a slow reader before its socket is closed. */
  liveBufferedBytes: 262_144,
  /** Seconds between two pings of the server; a socket without a pong for twice as long is ended. */
  livePingSeconds: 15,
  /** Data calls a minute for one person. */
  dataCallsPerMinute: 600,
  /** Predictor calls a minute for one address without a session. */
  guestPredictorPerMinute: 30,
  /** Rows of the record per page; certificates and corrections that its page shows. */
  recordRows: 50,
  recordCertificates: 30,
  recordCorrections: 50,
  recordInherited: 100,
  recordEnds: 100,
  /** Files of all rows a minute, and of one row, for one address without a session. */
  guestRecordFilesPerMinute: 6,
  guestRowFilesPerMinute: 60,
  /** Files of all rows that are written concurrently, one for each person or address. */
  recordFilesAtOnce: 16,
  /** Minutes without an action after which an administrator must sign in again. */
  adminIdleMinutes: 30,
  /** Files with people's data that one administrator may download in an hour, including lists of people. */
  adminExportsPerHour: 10,
  /** Rows per page of a list in the back office. */
  adminRows: 50,
  /** Characters of a search in a list. */
  search: 100,
  /** Characters of a reason. */
  reason: 500,
  /** Most months of subscription of one grant. */
  grantMonths: 24,
  /** A price, in kuruş with VAT. */
  priceMinKurus: 100,
  priceMaxKurus: 100_000_000,
  /** Days ahead that a price may be scheduled. */
  priceAheadDays: 366,
} as const;

/** Numbers that both sides enforce; each one is a promise of the specification or of the access policy. */
export const LIMITS = {
  /** Bars that one history call returns when no limit is given. */
  historyDefault: 1500,
  /** Most bars that one history call returns. */
  historyMax: 5000,
  /** Daily closes that travel with a quote. */
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
  /** Bytes that may wait for a slow reader before its socket is closed. */
  liveBufferedBytes: 262_144,
  /** Seconds between two pings of the server; a socket without a pong for twice as long is ended. */
  livePingSeconds: 15,
  /** Data calls a minute for one person. */
  dataCallsPerMinute: 600,
  /** Predictor calls a minute for one address without a session. */
  guestPredictorPerMinute: 30,
} as const;

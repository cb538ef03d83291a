import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** The levels that `LOG_LEVEL` may name, loudest last. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** One of them. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names whose values never reach the log, wherever they stand. */
const SECRETS = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'challenge',
  'identity',
  'authorization',
  'cookie',
  'cardNumber',
  'connectionString',
];

/**
 * The process's log: JSON lines on stderr (stdout belongs to what a command prints), secrets struck out.
 * `to` is for tests.
 */
export function createLog(level: LogLevel, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    to ?? destination({ dest: 2, sync: true }),
  );
}

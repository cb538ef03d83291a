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

/** Properties of an error that say what failed and never for whom. */
const TOLD = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'path',
  'status',
  'field',
  // Of PostgreSQL; its detail, hint and context show the row.
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
] as const;
/** The most causes of an error that are told. */
const MOST_CAUSES = 5;
const MAIL = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g;
/** Of a message that shows what could not be read. */
const UNTOLD = '[not told]';

/**
 * An error as the log has it: its type, message and stack, with those of its causes, and what of its properties names no
 * person. PostgreSQL's detail and its messages about values (class 22) are left out, as are mail addresses.
 */
function tellError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? hideMails(error) : typeof error;
  const { name, message, stack = '', cause } = error;
  const code = (error as { readonly code?: unknown }).code;
  // A data exception of PostgreSQL and an unreadable JSON text repeat the value in the message.
  const showsValue =
    (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)) || error instanceof SyntaxError;
  const told = showsValue ? UNTOLD : hideMails(message);
  const more: Record<string, unknown> = {};
  for (const key of TOLD) {
    const value: unknown = (error as unknown as Record<string, unknown>)[key];
    if (typeof value === 'string') more[key] = hideMails(value);
    else if (typeof value === 'number') more[key] = value;
  }
  const goesOn = depth < MOST_CAUSES;
  return {
    type: error.constructor.name || name,
    message: told,
    // Its first lines repeat the message.
    stack: message ? stack.replace(message, () => told) : stack,
    ...more,
    ...(goesOn && cause !== undefined && { cause: tellError(cause, depth + 1) }),
    ...(goesOn &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, MOST_CAUSES).map((one) => tellError(one, depth + 1)),
      }),
  };
}

const hideMails = (text: string): string => text.replace(MAIL, '[mail]');

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
      serializers: { err: (error: unknown) => tellError(error) },
      formatters: { level: (label) => ({ level: label }) },
    },
    to ?? destination({ dest: 2, sync: true }),
  );
}

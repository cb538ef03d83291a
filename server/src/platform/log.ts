import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** The levels of `LOG_LEVEL`, from the fewest to the most messages. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** A level of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Field names whose values never reach the log, down to the third level of an entry. */
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

/** Properties of an error that describe the failure and never a person. */
const TOLD = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'path',
  'status',
  'field',
  // Fields of PostgreSQL's errors; its detail, hint and context are missing because they show the row.
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
] as const;
/** Number of causes of an error that are logged. */
const MOST_CAUSES = 5;
const MAIL = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g;
/** Replacement for a message that contains the unreadable value. */
const UNTOLD = '[not told]';

/**
 * Serialises an error for the log: its type, message and stack, with those of its causes, and its properties that name
 * no person. PostgreSQL's detail and its messages about values (class 22) are left out, as are mail addresses.
 */
function tellError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? hideMails(error) : typeof error;
  const { name, message, stack = '', cause } = error;
  const code = (error as { readonly code?: unknown }).code;
  // A data exception of PostgreSQL and a JSON syntax error repeat the value in the message.
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
    // The first lines of the stack repeat the message.
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
 * Creates the process's log: JSON lines on stderr (stdout is for the output of commands), with secrets redacted. `to`
 * is for tests.
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

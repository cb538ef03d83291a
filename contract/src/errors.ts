/** The closed table of error codes with their HTTP status. */
export const ERROR_STATUS = {
  '500': 500,
  'subscribed-403': 403,
  'has-lesson-403': 403,
  'user-not-found-404': 404,
  'token-not-match-400': 400,
  'password-not-match': 401,
  'user-exists-400': 400,
  'card-holder-400': 400,
  'card-date-400': 400,
  'card-cvc-400': 400,
  'card-number-400': 400,
  'card-bad-fields-400': 400,
  'password-field-400': 400,
  'terms-field-400': 400,
  'bad-fields-400': 400,
  'unauthorized-401': 401,
  'forbidden-403': 403,
  'not-found-404': 404,
  'conflict-409': 409,
  'too-large-413': 413,
  'media-type-415': 415,
  'rate-429': 429,
  'unavailable-503': 503,
} as const;

/** An error code of the server. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Returns whether a value is a code of the table. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/** The body of every failed call: a code, the first invalid field if there is one, the request's id. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly requestId: string;
}

import { type ErrorCode, isErrorCode } from '@rasat/contract';

/** Code of a failed call: one of the server's, or our own when no answer came. */
export type FailureCode = ErrorCode | 'error.network';

/** A call that failed: its code, the HTTP status (0 without an answer), the failing field, the request's id. */
export class ApiError extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly field: string | null;
  readonly requestId: string | null;
  /** Seconds after which the server allows a retry; null when it gave none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: FailureCode,
    status: number,
    details: {
      field?: string | undefined;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.field = details.field ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** Reads the error body of a failed answer; an unreadable one is a plain 500. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const read = (key: string): string | undefined => {
    if (typeof body !== 'object' || body === null) return undefined;
    const value: unknown = Reflect.get(body, key);
    return typeof value === 'string' ? value : undefined;
  };
  const code = read('code');
  const wait = Number(response.headers.get('retry-after'));
  return new ApiError(isErrorCode(code) ? code : '500', response.status, {
    field: read('field'),
    requestId: read('requestId') ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: wait > 0 ? wait : undefined,
  });
}

/** Returns the `ApiError` for any value that a call threw. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('500', 0, { cause: error });
}

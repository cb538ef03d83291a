import type { ErrorCode } from '@rasat/contract';

/** What a refusal carries besides its code. */
export interface AppErrorDetails {
  /** The first failing field of the request. */
  readonly field?: string;
  /** Seconds after which a further try may succeed; travels as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** A status other than the table's, where HTTP has one of its own for what happened. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** The one way in which a call is refused: a code of the contract's table. Everything else thrown becomes a 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.status = details.status;
  }
}

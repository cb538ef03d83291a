import type { ErrorCode } from '@rasat/contract';

/** Details of a refusal besides its code. */
export interface AppErrorDetails {
  /** The first failing field of the request. */
  readonly field?: string;
  /** Seconds until a retry may succeed; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** A status other than the table's, where HTTP has a more specific one. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** The only way to refuse a call: a code of the contract's table. Every other thrown value becomes a 500. */
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

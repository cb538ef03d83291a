import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@rasat/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../db/pool.ts';
import { plainPage, wantsPage } from './plain-page.ts';

/** Seconds until a retry, when the server has no better estimate. */
const RETRY_SECONDS = 5;

/** Codes of the contract's table for Fastify's own refusals. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large-413',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-415',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-fields-400',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-fields-400',
  FST_ERR_BAD_URL: 'bad-fields-400',
  FST_ERR_NOT_FOUND: 'not-found-404',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable-503',
};

/** Returns whether a file could not be written because the disk is full. The disk watch informs the operator. */
function isDiskFull(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof syscall === 'string' && (code === 'ENOSPC' || code === 'EDQUOT');
}

/** Maps any thrown value to an `AppError`, the only refusal that leaves the server; an unexpected error is a 500. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error) || isDiskFull(error)) {
    return new AppError('unavailable-503', { retryAfterSeconds: RETRY_SECONDS, cause: error });
  }
  const code = (error as { code?: unknown } | null)?.code;
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  return new AppError(known ?? '500', { cause: error });
}

/**
 * Turns an error into an answer; no other code does so. The answer holds the code, the field and the request's id, and
 * no text of the error. A request for a page gets a page.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toAppError(error);
  const status = refusal.status ?? ERROR_STATUS[refusal.code];
  const { id, log } = request;
  // The log leaves out the query, which may hold search terms or the signature of an address.
  const url = request.url.split('?', 1)[0];
  if (refusal.code === '500') log.error({ err: error, request: id, url }, 'a call failed');
  else if (status >= 500) {
    log.warn({ err: refusal.cause, request: id, url }, 'a call is not possible now');
  }
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  reply.code(status);
  if (wantsPage(request)) {
    reply.type('text/html; charset=utf-8').send(plainPage(request, status));
    return;
  }
  reply.send(errorBody(refusal.code, request.id, refusal.field));
}

/** Returns the body of a refusal. */
function errorBody(code: ErrorCode, requestId: string, field?: string): ErrorBody {
  return field === undefined ? { code, requestId } : { code, field, requestId };
}

/** Answers a connection with an unreadable request (row H21 and following) with 400, 408 or 431, and closes it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400;
  const code: ErrorCode = status === 431 ? 'too-large-413' : 'bad-fields-400';
  const body = JSON.stringify({ code, requestId: 'unread' });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}

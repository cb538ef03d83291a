/** What a screen tells of a failed call. */
export interface Failure {
  readonly code: string;
  readonly requestId: string | null;
}

/** Reads code and request id off anything thrown by a call; an unknown thing is a plain 500. */
export function readFailure(error: unknown): Failure {
  const read = (key: string): string | null => {
    if (typeof error !== 'object' || error === null) return null;
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : null;
  };
  return { code: read('code') ?? '500', requestId: read('requestId') };
}

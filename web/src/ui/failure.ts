/** The parts of a failed call that a screen shows. */
export interface Failure {
  readonly code: string;
  readonly requestId: string | null;
}

/** Reads code and request id from any value that a call threw; an unknown value is a plain 500. */
export function readFailure(error: unknown): Failure {
  const read = (key: string): string | null => {
    if (typeof error !== 'object' || error === null) return null;
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : null;
  };
  return { code: read('code') ?? '500', requestId: read('requestId') };
}

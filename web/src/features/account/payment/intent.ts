/** Idempotency key of an order request and its retries. */
export interface Intent {
  /** Returns the key of a request, the same until the request was answered or changed. */
  keyOf(request: object): string;
  /** Ends the request after any answer; the next one gets a new key. */
  answered(): void;
}

/** Creates an intent without a request; `makeKey` returns unique keys. */
export function createIntent(makeKey: () => string): Intent {
  let current: { readonly request: string; readonly key: string } | null = null;
  return {
    keyOf: (request) => {
      const written = JSON.stringify(request);
      if (current?.request !== written) current = { request: written, key: makeKey() };
      return current.key;
    },
    answered: () => {
      current = null;
    },
  };
}

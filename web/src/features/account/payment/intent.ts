/** Gives one key to one request to buy, however often it has to be sent. */
export interface Intent {
  /** The key of a request: the same while the request is and was not answered. */
  keyOf(request: object): string;
  /** The request was answered, whatever the answer: asking again is a new one. */
  answered(): void;
}

/** Starts without a request; `makeKey` makes keys that never come twice. */
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

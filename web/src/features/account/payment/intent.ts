/** Gives one key to one wish to buy, however often it has to be sent. */
export interface Intent {
  /** The key of a wish: the same while the wish is and was not answered. */
  keyOf(wish: object): string;
  /** The wish was answered, whatever the answer: asking again is a new one. */
  answered(): void;
}

/** Starts without a wish; `makeKey` makes keys that never come twice. */
export function createIntent(makeKey: () => string): Intent {
  let current: { readonly wish: string; readonly key: string } | null = null;
  return {
    keyOf: (wish) => {
      const written = JSON.stringify(wish);
      if (current?.wish !== written) current = { wish: written, key: makeKey() };
      return current.key;
    },
    answered: () => {
      current = null;
    },
  };
}

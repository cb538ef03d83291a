/** Header of the answer of a `versioned` call: the version of its body. */
export const VERSION_HEADER = 'rasat-version';

/** What a `versioned` call answers instead of its reply when the version that the caller has is the current one. */
export const UNCHANGED = { unchanged: true } as const;

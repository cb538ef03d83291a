/** Header of a `versioned` call's reply: the version of its body. */
export const VERSION_HEADER = 'rasat-version';

/** The reply of a `versioned` call when the caller has the current version. */
export const UNCHANGED = { unchanged: true } as const;

// Loaded into the build of the web app. The framework limits the build of each page to ten seconds and has no setting for
// it; the first page loads the whole app, for which a small or busy machine needs longer.

const LEAST_MS = 300_000;
const timeout = AbortSignal.timeout.bind(AbortSignal);

AbortSignal.timeout = (ms) => timeout(Math.max(ms, LEAST_MS));

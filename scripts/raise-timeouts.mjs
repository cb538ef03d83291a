// Loaded into the build of the web app. The framework limits the build of each page to ten seconds without a setting;
// the first page loads the whole app, which takes a small or busy machine longer.

const LEAST_MS = 300_000;
const timeout = AbortSignal.timeout.bind(AbortSignal);

AbortSignal.timeout = (ms) => timeout(Math.max(ms, LEAST_MS));

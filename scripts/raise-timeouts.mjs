// Loaded into the build of the web app. The framework gives each page that it builds ten seconds, which cannot be set; the
// first one loads the whole app, for which a small or busy machine needs longer.

const LEAST_MS = 300_000;
const timeout = AbortSignal.timeout.bind(AbortSignal);

AbortSignal.timeout = (ms) => timeout(Math.max(ms, LEAST_MS));

const WORKER = '/sw.js';
/** Time after which the worker is fetched, so that the files of the page come first. */
const AFTER_MS = 4000;
/** Interval at which a page asks a waiting worker to take over: other open pages may have been closed. */
const ASK_EVERY_MS = 5000;
/** Least time between two reloads; a page that fails again right after a reload is not reloaded. */
const RELOADS_APART_MS = 60_000;
const RELOADED_AT = 'rasat.reloadedAt';

declare global {
  interface Window {
    /** React Router's list of pages and their files; its address contains its hash. */
    readonly __reactRouterManifest?: { readonly url?: string };
  }
}

/**
 * Registers the service worker, where browsers support it, so that the page starts without a connection. Does not
 * block.
 */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = (): void => {
    setTimeout(() => void register().catch(() => undefined), AFTER_MS);
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const ask = (worker: ServiceWorker | null): void => {
    const file = window.__reactRouterManifest?.url;
    // The worker takes over if it is built from the same files as this page, and no other page is open.
    if (worker && file !== undefined && registration.active) worker.postMessage(file);
  };
  ask(registration.waiting);
  setInterval(() => ask(registration.waiting), ASK_EVERY_MS);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') ask(worker);
    });
  });
}

/**
 * Reloads the page once when a file of its build is missing on the server, because the server has a newer build. Does
 * not reload while the server is unavailable, because that would lose the page.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => void reloadOnce().catch(() => undefined));
}

async function reloadOnce(): Promise<void> {
  const lastMs = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - lastMs < RELOADS_APART_MS) return;
  const { ok } = await fetch(WORKER, { method: 'HEAD', cache: 'no-store' });
  if (!ok) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

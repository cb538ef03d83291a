const WORKER = '/sw.js';
/** The worker is fetched after everything that the page needs. */
const AFTER_MS = 4000;
/** How often a page asks a worker that waits. Another page may have been closed; it also counts until it is quite gone. */
const ASK_EVERY_MS = 5000;
/** A page that breaks again right after a reload is not loaded a third time. */
const RELOADS_APART_MS = 60_000;
const RELOADED_AT = 'rasat.reloadedAt';

declare global {
  interface Window {
    /** React Router's list of pages and their files; its address holds its hash. */
    readonly __reactRouterManifest?: { readonly url?: string };
  }
}

/**
 * Registers the service worker, where the browser has them, so that the page starts without a connection. Does not
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
    // It takes over if it is made of the same files as this page, and no other page is open.
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
 * A page that has been open for longer than its files were on the server asks for one that is gone: it is loaded again,
 * once, and is then of the server's own build. While there is no server that would lose the page.
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

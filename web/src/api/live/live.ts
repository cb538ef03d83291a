import type { Category, Channel, Reply, ROUTES, SilentSource } from '@rasat/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { LivePrices, type PriceSource } from './live-prices.ts';
import { LiveSocket, type LiveState, type Wire } from './live-socket.ts';

export type { PriceSource } from './live-prices.ts';
export type { LiveState } from './live-socket.ts';

const categories = new Map<string, Category>();
const analysisListeners = new Set<(symbol: string) => void>();
const listListeners = new Set<(category: Category) => void>();
const sessionListeners = new Set<() => void>();
const silentListeners = new Set<() => void>();
const NO_SOURCES: readonly SilentSource[] = [];
let silentSources = NO_SOURCES;

/** Calls back when the server ended the connection because the session is over. Returns the unsubscribe function. */
export function onSessionOver(listener: () => void): () => void {
  sessionListeners.add(listener);
  return () => sessionListeners.delete(listener);
}

function openWire(): Wire {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/live`);
  const wire: Wire = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => wire.onopen?.();
  socket.onmessage = (event: MessageEvent<unknown>) => wire.onmessage?.({ data: event.data });
  socket.onclose = (event) => wire.onclose?.(event.code);
  return wire;
}

/** A hidden page paints no frames: a timer applies its prices, so that they are current when it is visible again. */
function nextFrame(flush: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(flush, 1000);
  else requestAnimationFrame(flush);
}

/** The prices of the page. */
export const livePrices = new LivePrices(nextFrame);

/** The page's live connection. It opens when the first channel is joined in a session. */
export const liveSocket = new LiveSocket({
  open: openWire,
  nowMs: () => Date.now(),
  random: () => Math.random(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  onTicks: (ticks) => livePrices.apply(ticks),
  onAnalysis: (symbol) => {
    for (const listener of analysisListeners) listener(symbol);
  },
  onLists: (category) => {
    for (const listener of listListeners) listener(category);
  },
  onSilent: (sources) => {
    silentSources = sources.length > 0 ? sources : NO_SOURCES;
    for (const listener of silentListeners) listener();
  },
  categoryOf: (symbol) => categories.get(symbol) ?? null,
  onSessionOver: () => {
    for (const listener of sessionListeners) listener();
  },
});
// The session is not known yet.
liveSocket.setAllowed(false);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => liveSocket.retryNow());
  window.addEventListener('offline', () => liveSocket.interrupt());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') liveSocket.retryNow();
  });
}

/** Calls back when the server announces that the lists of a category changed. Returns the unsubscribe function. */
export function onListsChanged(listener: (category: Category) => void): () => void {
  listListeners.add(listener);
  return () => listListeners.delete(listener);
}

/** Sets the category of each symbol for the connection. */
export function learnCategories(symbols: Reply<typeof ROUTES.symbols>): void {
  for (const entry of symbols) categories.set(entry.symbol, entry.type);
}

/** Returns a symbol's live price as a store for a price cell. */
export function livePrice(symbol: string): PriceSource {
  return livePrices.source(symbol);
}

/** Follows a channel while the component is on the screen; null follows nothing. */
export function useChannel(channel: Channel | null): void {
  const name = channel === null ? null : JSON.stringify(channel);
  useEffect(() => {
    if (name === null) return undefined;
    return liveSocket.join(JSON.parse(name) as Channel);
  }, [name]);
}

/** Follows the prices of whole categories. */
export function useCategoryTicks(types: readonly Category[]): void {
  const names = types.join(' ');
  useEffect(() => {
    const leaves = names
      .split(' ')
      .filter((name): name is Category => name !== '')
      .map((category) => liveSocket.join({ kind: 'ticks', category }));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [names]);
}

/** Joins the symbol's channel and calls back when the server announces a new analysis. */
export function useAnalysisChanged(symbol: string, onChange: (symbol: string) => void): void {
  useChannel({ kind: 'analysis', symbol });
  useEffect(() => {
    const listener = (changed: string): void => {
      if (changed === symbol) onChange(symbol);
    };
    analysisListeners.add(listener);
    return () => {
      analysisListeners.delete(listener);
    };
  }, [symbol, onChange]);
}

function subscribeSilent(listener: () => void): () => void {
  silentListeners.add(listener);
  return () => silentListeners.delete(listener);
}

/** Returns the sources that send nothing although their markets are open, as the server last named them. */
export function useSilentSources(): readonly SilentSource[] {
  return useSyncExternalStore(
    subscribeSilent,
    () => silentSources,
    () => NO_SOURCES,
  );
}

const IDLE: LiveState = { phase: 'idle', attempt: 0, lostMs: null };
const subscribeState = (listener: () => void) => liveSocket.subscribe(listener);

/** Returns the state of the live connection. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    subscribeState,
    () => liveSocket.state,
    () => IDLE,
  );
}

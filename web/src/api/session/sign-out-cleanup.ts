import { clearMarketCache } from './market-cache.ts';

/** Channel on which the tabs of a browser announce a sign-out. */
const CHANNEL = 'rasat.farewell';
/** Settings of the browser, which hold no personal data. */
const SETTINGS = ['rasat.theme', 'rasat.chartTheme', 'rasat.prices', 'rasat.keys'];

/** Returns the keys of a store that hold personal data: all of ours but the settings. */
export function listPersonalKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => key.startsWith('rasat.') && !SETTINGS.includes(key));
}

/** Removes drafts from this tab, and the person's stored data from the browser. */
async function clear(): Promise<void> {
  try {
    for (const store of [sessionStorage, localStorage]) {
      for (const key of listPersonalKeys(Object.keys(store))) store.removeItem(key);
    }
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
  await clearMarketCache();
}

let isLeaving = false;

/** Removes the person's data after signing out, in this tab and in all others. */
export async function clearPersonalData(): Promise<void> {
  isLeaving = true;
  await clear();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Clears this tab when the person signs out in another one, then calls back. Returns the unsubscribe function. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  // The channel also delivers to the tab that signs out.
  channel.onmessage = () => void (isLeaving ? undefined : clear().then(listener));
  return () => channel.close();
}

import { forgetMarket } from './kept-market.ts';

/** Where the tabs of a browser tell each other that somebody signed out. */
const CHANNEL = 'rasat.farewell';
/** Settings of the browser, which are nobody's in particular. */
const SETTINGS = ['rasat.theme', 'rasat.chartTheme', 'rasat.prices', 'rasat.keys'];

/** The keys of a store that say something of a person: ours, but for settings. */
export function listPersonalKeys(keys: readonly string[]): string[] {
  return keys.filter((key) => key.startsWith('rasat.') && !SETTINGS.includes(key));
}

/** Removes from this tab what somebody was writing, and from the browser what it kept for them. */
async function clear(): Promise<void> {
  try {
    for (const store of [sessionStorage, localStorage]) {
      for (const key of listPersonalKeys(Object.keys(store))) store.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has nothing left either.
  }
  await forgetMarket();
}

let isLeaving = false;

/** After signing out: nothing stays that shows who was there, in this tab and in the others. */
export async function clearPersonalData(): Promise<void> {
  isLeaving = true;
  await clear();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Clears this tab, too, when somebody signs out in another one, and calls back. Returns how to stop. */
export function onSignOutInOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  // A tab hears itself, too.
  channel.onmessage = () => void (isLeaving ? undefined : clear().then(listener));
  return () => channel.close();
}

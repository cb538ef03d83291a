import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  PRICE_COLOURS,
  type PriceColours,
  THEMES,
  type ThemeChoice,
} from '@rasat/contract';
import { findStored, store } from './browser-store.ts';

/** Theme on the screen. */
export type Theme = 'dark' | 'light';

/** Appearance settings that this browser stores. */
export interface Look {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
  readonly prices: PriceColours;
  /** Whether single keys are shortcuts. */
  readonly keys: boolean;
}

const KEYS = { theme: 'rasat.theme', prices: 'rasat.prices', keys: 'rasat.keys' } as const;

/** Colour of the header, `--s1`, for the bars that a browser or a phone draws around the page. */
const FRAME: Readonly<Record<Theme, string>> = { dark: '#10151B', light: '#FFFFFF' };

/**
 * Script in the document's head that runs before anything is painted: sets theme, price colours and language on
 * `<html>`. It is plain text, since every page has it as an inline script.
 */
export const BEFORE_PAINT = `(function(){var d=document.documentElement,g=function(k){try{return localStorage.getItem(k)}catch(e){return null}},t=g('${KEYS.theme}');if(t!=='dark'&&t!=='light')t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';d.dataset.theme=t;if(g('${KEYS.prices}')==='blue-orange')d.dataset.price='blue-orange';var m=/(?:^|; )lang=(${LANGUAGES.join('|')})/.exec(document.cookie),l=m&&m[1];if(!l){var n=navigator.languages||[];for(var i=0;i<n.length&&!l;i++){var s=n[i].slice(0,2).toLowerCase();if(/^(${LANGUAGES.join('|')})$/.test(s))l=s}}d.lang=l||'${DEFAULT_LANGUAGE}';var c=document.createElement('meta');c.name='theme-color';c.content=t==='dark'?'${FRAME.dark}':'${FRAME.light}';document.head.append(c)})()`;

/** Appearance of a prerendered page. */
export const SERVER_LOOK: Look = {
  choice: 'system',
  theme: 'dark',
  prices: 'teal-red',
  keys: true,
};
const listeners = new Set<() => void>();
let look: Look | null = null;
let watching = false;

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

function readLook(): Look {
  const choice = THEMES.find((theme) => theme === findStored(KEYS.theme)) ?? 'system';
  return {
    choice,
    theme: choice === 'system' ? systemTheme() : choice,
    prices: PRICE_COLOURS.find((colours) => colours === findStored(KEYS.prices)) ?? 'teal-red',
    keys: findStored(KEYS.keys) !== 'off',
  };
}

/** Returns the current appearance. */
export function currentLook(): Look {
  look ??= readLook();
  return look;
}

function apply(next: Look): void {
  look = next;
  const root = document.documentElement;
  root.dataset.theme = next.theme;
  if (next.prices === 'blue-orange') root.dataset.price = next.prices;
  else delete root.dataset.price;
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (frame) frame.content = FRAME[next.theme];
  for (const listener of listeners) listener();
}

/** Calls `listener` when the visitor, another tab or the system changes the appearance; returns the stop function. */
export function subscribeToLook(listener: () => void): () => void {
  if (!watching) {
    watching = true;
    const refresh = () => apply(readLook());
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', refresh);
    window.addEventListener('storage', refresh);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes the theme, here and in every open tab. */
export function chooseTheme(choice: ThemeChoice): void {
  store(KEYS.theme, choice);
  apply({ ...currentLook(), choice, theme: choice === 'system' ? systemTheme() : choice });
}

/** Switches between dark and light, from the theme on the screen. */
export function flipTheme(): void {
  chooseTheme(currentLook().theme === 'dark' ? 'light' : 'dark');
}

/** Changes the colours of rising and falling prices. */
export function choosePriceColours(prices: PriceColours): void {
  store(KEYS.prices, prices);
  apply({ ...currentLook(), prices });
}

/** Switches single-key shortcuts on or off. */
export function chooseKeys(keys: boolean): void {
  store(KEYS.keys, keys ? 'on' : 'off');
  apply({ ...currentLook(), keys });
}

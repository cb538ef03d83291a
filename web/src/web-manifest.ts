import type { Language } from '@rasat/contract';
import { shell as az } from './i18n/az/shell.ts';
import { shell as en } from './i18n/en/shell.ts';
import { shell as tr } from './i18n/tr/shell.ts';

const NAV = { tr: tr.nav, az: az.nav, en: en.nav } as const;

const DESCRIPTION: Readonly<Record<Language, string>> = {
  tr: 'Kripto, forex, BIST, NASDAQ ve endeksler için kutular, seviyeler, döngü ve her sinyalin açık sicili.',
  az: 'Kripto, forex, BIST, NASDAQ və indekslər üçün qutular, səviyyələr, tsikl və hər siqnalın açıq reyestri.',
  en: 'Boxes, levels, the cycle and an open record of every signal for crypto, forex, BIST, NASDAQ and indices.',
};

const SHORTCUTS = [
  ['dashboard', '/dashboard'],
  ['chart', '/dashboard/chart'],
  ['predictor', '/dashboard/predictor/forex'],
  ['messages', '/dashboard/messages'],
] as const;

/** Returns an icon of the manifest; `scripts/draw-icons.ts` makes the files. */
const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/**
 * Returns the manifest of the installed app in a language (https://www.w3.org/TR/appmanifest/). The id is the same in
 * every language. The colours are those of the dark theme; the page's own `theme-color` follows the chosen theme.
 */
export function webManifest(language: Language) {
  return {
    id: '/',
    name: 'Rasat',
    short_name: 'Rasat',
    description: DESCRIPTION[language],
    lang: language,
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#0A0E13',
    theme_color: '#10151B',
    categories: ['finance'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
      icon('monochrome-512', 512, 'monochrome'),
    ],
    shortcuts: SHORTCUTS.map(([page, url]) => ({ name: NAV[language][page], url })),
  };
}

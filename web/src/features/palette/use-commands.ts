import { CATEGORIES } from '@rasat/contract';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsFavorite, useToggleFavorite } from '../../api/calls/favorites.ts';
import { useLogged } from '../../api/session/session.ts';
import { DRAWING_BUTTONS } from '../../drawings/buttons.ts';
import { useDrawingPress } from '../../drawings/press.ts';
import { useDrawingName } from '../../drawings/use-drawing-name.ts';
import { useTranslation } from '../../i18n/index.ts';
import { showOverlay } from '../../ui/overlay.ts';
import { flipTheme, useLook } from '../../ui/theme.ts';
import { useFavoriteNotices } from '../../ui/use-favorite-notices.ts';
import type { PaletteItem } from './items.ts';

type Command = Extract<PaletteItem, { kind: 'command' }>;

/** Returns the commands of a symbol. */
export function useSymbolCommands(symbol: string | null): readonly Command[] {
  const { pathname } = useLocation();
  const { t } = useTranslation('palette');
  const { t: favorites } = useTranslation('favorites');
  const navigate = useNavigate();
  const logged = useLogged();
  const starred = useIsFavorite(symbol ?? '');
  const toggle = useToggleFavorite(useFavoriteNotices());
  return useMemo(() => {
    if (symbol === null) return [];
    const here = `/dashboard/symbol/${encodeURIComponent(symbol)}`;
    const commands: Command[] = [
      {
        kind: 'command',
        id: 'symbol-page',
        label: t('openSymbol', { symbol }),
        icon: 'dashboard',
        keys: [],
        run: () => void navigate(`/dashboard/symbol/${encodeURIComponent(symbol)}`),
      },
      {
        kind: 'command',
        id: 'symbol-chart',
        label: t('openChart', { symbol }),
        icon: 'chart',
        keys: [],
        run: () => void navigate(`/dashboard/chart?symbol=${encodeURIComponent(symbol)}`),
      },
      ...(logged
        ? [
            {
              kind: 'command' as const,
              id: 'symbol-favorite',
              label: favorites(starred ? 'remove' : 'add', { symbol }),
              icon: 'star' as const,
              keys: pathname === here ? ['f'] : [],
              run: () => toggle(symbol),
            },
          ]
        : []),
    ];
    return commands.filter((command) => command.id !== 'symbol-page' || pathname !== here);
  }, [symbol, pathname, logged, starred, toggle, t, favorites, navigate]);
}

/** Returns the drawing tools of the chart on the screen; none on other pages. */
export function useDrawingCommands(): readonly Command[] {
  const press = useDrawingPress();
  const nameOf = useDrawingName();
  return useMemo(
    () =>
      press === null
        ? []
        : DRAWING_BUTTONS.map((button) => ({
            kind: 'command',
            id: `drawing-${button.id}`,
            label: nameOf(button),
            icon: 'chart',
            keys: button.keys,
            run: () => press(button.id),
          })),
    [press, nameOf],
  );
}

/** Returns the category of the lists that the shortcuts open: the category of the page below, else the menu's. */
function listCategory(path: string): string {
  return /^\/dashboard\/(?:predictor|portfolio)\/([a-z]+)/.exec(path)?.[1] ?? 'forex';
}

/** Returns the commands that open pages, and those of each page. */
export function usePageCommands(): readonly Command[] {
  const { t } = useTranslation('palette');
  const { t: shell } = useTranslation('shell');
  const { t: words } = useTranslation('words');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { theme } = useLook();
  const logged = useLogged();
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to);
    const page = (
      id: string,
      label: string,
      icon: Command['icon'],
      to: string,
      keys: string[],
    ): Command => ({
      kind: 'command',
      id,
      label,
      icon,
      keys,
      run: go(to),
    });
    const current = listCategory(pathname);
    const lists = CATEGORIES.flatMap((category) => {
      const keys = (key: string) => (category === current ? ['g', key] : []);
      const name = words(`category.${category}`);
      return [
        page(
          `predictor-${category}`,
          `${shell('nav.predictor')}: ${name}`,
          'predictor',
          `/dashboard/predictor/${category}`,
          keys('t'),
        ),
        page(
          `portfolio-${category}`,
          `${shell('nav.portfolio')}: ${name}`,
          'portfolio',
          `/dashboard/portfolio/${category}`,
          keys('o'),
        ),
      ];
    });
    const commands: Command[] = [
      page('dashboard', shell('nav.dashboard'), 'dashboard', '/dashboard', ['g', 'p']),
      page('chart', shell('nav.chart'), 'chart', '/dashboard/chart', ['g', 'c']),
      ...(logged
        ? [page('messages', shell('nav.messages'), 'messages', '/dashboard/messages', ['g', 'm'])]
        : []),
      page('record', shell('nav.record'), 'record', '/record', []),
      page('glossary', t('glossary'), 'help', '/info/glossary', []),
      ...(logged ? [page('account', shell('user.account'), 'account', '/account', [])] : []),
      ...lists,
      {
        kind: 'command',
        id: 'theme',
        label: theme === 'dark' ? t('toLight') : t('toDark'),
        icon: theme === 'dark' ? 'sun' : 'moon',
        keys: ['t'],
        run: flipTheme,
      },
      {
        kind: 'command',
        id: 'help',
        label: shell('help.title'),
        icon: 'keyboard',
        keys: ['?'],
        run: () => showOverlay('help'),
      },
    ];
    return commands.filter((command) => command.id !== 'dashboard' || pathname !== '/dashboard');
  }, [t, shell, words, navigate, pathname, theme, logged]);
}

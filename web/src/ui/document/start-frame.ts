import { THEMES } from '@rasat/contract';
import { chooseTheme, currentLook, subscribeToLook } from '../look.ts';
import { seemsSignedIn } from '../visitor.ts';
import { all } from './elements.ts';
import { startLanguages } from './start-languages.ts';

/** Starts the frame of a page that is a separate document: language, appearance, menus, and the visitor's session. */
export function startFrame(): void {
  startLanguages();
  startThemes();
  startMenus();
  if (seemsSignedIn()) document.documentElement.dataset.logged = '';
  const { pathname } = location;
  // The app made this history entry, and this document cannot show its page.
  addEventListener('popstate', () => {
    if (location.pathname !== pathname) location.reload();
  });
}

/** Marks the current theme and handles a choice, for this tab and every other open tab. */
function startThemes(): void {
  const buttons = all<HTMLButtonElement>('[data-theme-choice]');
  const mark = (): void => {
    const { choice } = currentLook();
    for (const button of buttons) {
      button.ariaPressed = String(button.dataset.themeChoice === choice);
    }
  };
  mark();
  subscribeToLook(mark);
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const theme = THEMES.find((one) => one === button.dataset.themeChoice);
      if (theme) chooseTheme(theme);
    });
  }
}

/** Closes a menu when an item is chosen, when the focus or a press is outside, and with Escape. */
function startMenus(): void {
  for (const menu of all<HTMLDetailsElement>('[data-menu]')) {
    const face = menu.querySelector('summary');
    const close = (): void => {
      if (menu.contains(document.activeElement)) face?.focus();
      menu.open = false;
    };
    menu.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('button')) close();
    });
    menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && menu.open) close();
    });
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
    });
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
  }
}

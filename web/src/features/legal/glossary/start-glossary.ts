import { fold } from '@rasat/contract';
import { all } from '../../../ui/document/elements.ts';

/** Distance below the top of the window, under the header, at which a term counts as in view, in pixels. */
const HEADER_LINE_PX = 64;

/** Starts the search and the side list of the glossary; does nothing on other documents. */
export function startGlossary(): void {
  const search = document.querySelector<HTMLInputElement>('[data-term-search]');
  if (!search) return;
  startSearch(search);
  startSideList();
}

/** Shows the terms whose name or paragraph, in the page's language, contains the search text. */
function startSearch(search: HTMLInputElement): void {
  const cards = all('[data-term]');
  const links = new Map(all('[data-term-link]').map((link) => [link.dataset.termLink, link]));
  const textOf = (card: HTMLElement): string => {
    const { lang } = document.documentElement;
    const parts = card.querySelectorAll(`:is(h3, p) [lang="${lang}"]`);
    return fold([...parts].map((part) => part.textContent).join(' '));
  };
  const filter = (): void => {
    const wanted = fold(search.value);
    let found = 0;
    for (const card of cards) {
      card.hidden = !textOf(card).includes(wanted);
      if (!card.hidden) found += 1;
      const link = links.get(card.id);
      if (link) link.hidden = card.hidden;
    }
    hideEmpty('[data-term-group]', '[data-term]');
    hideEmpty('[data-term-links]', '[data-term-link]');
    for (const none of all('[data-term-none]')) none.hidden = found > 0;
    for (const told of all('[data-term-found]')) told.hidden = wanted === '';
    for (const count of all('[data-term-count]')) count.textContent = String(found);
  };
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || search.value === '') return;
    event.preventDefault();
    search.value = '';
    filter();
  });
  new MutationObserver(filter).observe(document.documentElement, { attributeFilter: ['lang'] });
  // A browser may restore the search text when the page is opened again.
  if (search.value !== '') filter();
}

function hideEmpty(groups: string, members: string): void {
  for (const group of all(groups)) {
    group.hidden = group.querySelector(`${members}:not([hidden])`) === null;
  }
}

/** Marks a term in the side list: the chosen one while it is in view, else the first one in view. */
function startSideList(): void {
  const links = all('[data-term-link]');
  const cards = all('[data-term]');
  const isInView = (card: HTMLElement): boolean => {
    const { top, bottom } = card.getBoundingClientRect();
    return !card.hidden && bottom > HEADER_LINE_PX && top < window.innerHeight;
  };
  const mark = (): void => {
    const chosen = cards.find(({ id }) => `#${id}` === location.hash);
    const current = chosen && isInView(chosen) ? chosen : cards.find(isInView);
    for (const link of links) {
      link.ariaCurrent = link.dataset.termLink === current?.id ? 'true' : null;
    }
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
  addEventListener('hashchange', mark);
}

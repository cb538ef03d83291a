import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { CATEGORIES } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Quote, type SymbolEntry, symbolsQuery, useQuotes } from '../../api/calls/market.ts';
import { livePrice, useCategoryTicks } from '../../api/live/live.ts';
import { useLogged } from '../../api/session/session.ts';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { Kbd } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LivePrice } from '../../ui/live-price.tsx';
import { showOverlay } from '../../ui/overlay.ts';
import { firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag, SourceNote } from '../../ui/price-source.tsx';
import type { PaletteGroup, PaletteItem } from './items.ts';
import { indexSymbols, listMatchingSymbols, matchesWords } from './search.ts';
import { useDrawingCommands, usePageCommands, useSymbolCommands } from './use-commands.ts';

const MAX_SYMBOLS = 8;

/** Renders the palette: symbols, commands and pages under one search field. The search runs in the browser. */
export function Palette() {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [highlighted, setHighlighted] = useState<PaletteItem | null>(null);
  const { groups, symbols } = useGroups(query, highlighted);
  const logged = useLogged();
  const close = () => showOverlay(null);
  const run = (item: PaletteItem) => {
    close();
    if (item.kind === 'command') item.run();
    else void navigate(`/dashboard/symbol/${encodeURIComponent(item.entry.symbol)}`);
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-palette) bg-scrim" />
        <Dialog.Popup
          aria-label={t('title')}
          className="fixed inset-x-0 top-[12vh] z-(--z-palette) mx-auto flex max-h-[76vh] w-[min(560px,calc(100vw-24px))] flex-col overflow-hidden rounded-[10px] bg-s1 elev-3 outline-none max-desk:top-3 max-desk:max-h-[calc(100dvh-24px)]"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            autoHighlight="always"
            keepHighlight
            value={query}
            onValueChange={(value, details) => {
              if (details.reason !== 'item-press') setQuery(value);
            }}
            itemToStringValue={(item: PaletteItem) => item.id}
            onItemHighlighted={(item) => {
              if (item) setHighlighted(item);
            }}
          >
            <PaletteField />
            <div className="min-h-0 overflow-y-auto overscroll-contain pb-1.5">
              <Autocomplete.Empty>
                {groups.length === 0 ? (
                  <p className="px-3.5 py-6 text-ink-2">{t('none', { query })}</p>
                ) : null}
              </Autocomplete.Empty>
              <PaletteList onRun={run} />
            </div>
            {logged && symbols.length > 0 ? (
              <p className="flex-none border-t border-line-soft px-3.5 py-2 text-11 text-ink-3 empty:hidden">
                <SourceNote symbols={symbols} />
              </p>
            ) : null}
            <span role="status" className="sr-only">
              {t('found', { count: symbols.length })}
            </span>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteField() {
  const { t } = useTranslation('palette');
  return (
    <div className="flex min-h-11.5 flex-none items-center gap-2.5 border-b border-line px-3.5">
      <Icon name="search" className="text-ink-2" />
      <Autocomplete.Input
        aria-label={t('field')}
        placeholder={t('field')}
        spellCheck={false}
        autoComplete="off"
        className="min-w-0 flex-1 bg-transparent py-2 text-15 outline-none max-desk:text-16 pointer-coarse:min-h-11"
      />
      <Dialog.Close
        aria-label={t('close')}
        className="grid min-h-6 min-w-6 place-items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <Kbd>Esc</Kbd>
      </Dialog.Close>
    </div>
  );
}

/** Renders the results under their headings. */
function PaletteList({ onRun }: { readonly onRun: (item: PaletteItem) => void }) {
  const quotes = useEveryQuote();
  return (
    <Autocomplete.List className="outline-none">
      {(group: PaletteGroup) => (
        <Autocomplete.Group key={group.value} items={group.items}>
          <Autocomplete.GroupLabel className="lbl px-3.5 pt-2.5 pb-1">
            {group.value}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: PaletteItem) => (
              <Autocomplete.Item
                key={item.id}
                value={item}
                onClick={() => onRun(item)}
                className="group mx-1.5 flex min-h-9 cursor-default items-center gap-2.5 rounded-2 px-2.5 outline-none select-none data-highlighted:bg-sel pointer-coarse:min-h-11"
              >
                {item.kind === 'symbol' ? (
                  <SymbolLine item={item} quote={quotes.get(item.entry.symbol) ?? null} />
                ) : (
                  <CommandLine item={item} />
                )}
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

/** Returns the symbol of the page below, which is selected first; null on a page without one. */
function usePageSymbol(): string | null {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const match = /^\/dashboard\/symbol\/([^/]+)/.exec(pathname);
  if (match?.[1]) return decodeURIComponent(match[1]).toUpperCase();
  return pathname.startsWith('/dashboard/chart') ? search.get('symbol') : null;
}

function useGroups(
  query: string,
  highlighted: PaletteItem | null,
): { groups: readonly PaletteGroup[]; symbols: readonly SymbolEntry[] } {
  const { t } = useTranslation('palette');
  const { t: chart } = useTranslation('chart');
  const language = useLanguage();
  const pageSymbol = usePageSymbol();
  const { data: entries } = useQuery(symbolsQuery());
  const index = useMemo(() => indexSymbols(entries ?? []), [entries]);
  const found = useMemo(
    () => listMatchingSymbols(index, query, MAX_SYMBOLS, pageSymbol),
    [index, query, pageSymbol],
  );
  const chosen =
    highlighted?.kind === 'symbol' &&
    found.some(({ symbol }) => symbol === highlighted.entry.symbol)
      ? highlighted.entry.symbol
      : null;
  const symbolCommands = useSymbolCommands(useDeferredValue(chosen ?? found[0]?.symbol ?? null));
  const drawingCommands = useDrawingCommands();
  const pageCommands = usePageCommands();
  return useMemo(() => {
    const symbols: PaletteItem[] = found.map((entry) => ({
      kind: 'symbol',
      id: `symbol:${entry.symbol}`,
      label: `${entry.symbol} ${entry.name[language]}`,
      entry,
    }));
    const pages = pageCommands.filter((command) => matchesWords(command.label, query));
    const drawings = drawingCommands.filter((command) => matchesWords(command.label, query));
    const groups = [
      { value: t('symbols'), items: symbols },
      { value: t('commands'), items: symbolCommands },
      { value: chart('toggles.drawings'), items: query === '' ? [] : drawings },
      {
        value: t('pages'),
        items: query === '' ? pages.filter((command) => command.keys.length > 0) : pages,
      },
    ].filter((group) => group.items.length > 0);
    return { groups, symbols: found };
  }, [found, symbolCommands, drawingCommands, pageCommands, query, language, t, chart]);
}

/**
 * Returns the quotes of every category by symbol, for a person who may read them, and follows their ticks while the
 * palette is open.
 */
function useEveryQuote(): ReadonlyMap<string, Quote> {
  useCategoryTicks(CATEGORIES);
  return useQuotes(useLogged() ? CATEGORIES : []);
}

function SymbolLine({
  item,
  quote,
}: {
  readonly item: Extract<PaletteItem, { kind: 'symbol' }>;
  readonly quote: Quote | null;
}) {
  const { entry } = item;
  const language = useLanguage();
  const logged = useLogged();
  const first = firstPrice(quote);
  return (
    <>
      <b translate="no">{entry.symbol}</b>
      <span translate="no" className="min-w-0 flex-1 truncate text-ink-2">
        {entry.name[language]}
      </span>
      {logged ? <PriceAgeTag entry={entry} source={livePrice(entry.symbol)} first={first} /> : null}
      {logged ? (
        <LivePrice
          source={livePrice(entry.symbol)}
          first={first}
          digits={entry.digits}
          watch={false}
          delayed={isDelayed(entry)}
        />
      ) : null}
      <Kbd className="hidden group-data-highlighted:inline max-desk:hidden!">Enter</Kbd>
    </>
  );
}

function CommandLine({ item }: { readonly item: Extract<PaletteItem, { kind: 'command' }> }) {
  return (
    <>
      <Icon name={item.icon} className="text-ink-2" />
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      <span className="flex gap-1 max-desk:hidden">
        {item.keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </>
  );
}

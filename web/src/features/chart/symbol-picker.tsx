import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { listMatchingSymbols } from './symbol-search.ts';

/** Letters of a name beyond which it is set narrow on a phone. */
const LONG_NAME = 8;

/** Renders the symbol of the chart, and a list with a search to choose another one. */
export function SymbolPicker({
  current,
  symbols,
  onPick,
}: {
  readonly current: SymbolEntry;
  readonly symbols: readonly SymbolEntry[];
  readonly onPick: (symbol: string) => void;
}) {
  const { t } = useTranslation('chart');
  const [open, setOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`${t('pick.label')}: ${current.symbol}`}
        className="flex h-8 items-center gap-2 rounded-2 bg-s3 px-2.5 text-14 font-semi max-desk:h-11 max-desk:min-w-0 desk:flex-none"
      >
        <span
          translate="no"
          className={cx(
            'truncate',
            current.symbol.length > LONG_NAME && 'max-desk:font-stretch-[62%]',
          )}
        >
          {current.symbol}
        </span>
        <Icon name="chevronDown" size={14} className="flex-none" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-(--z-pop)">
          <Popover.Popup
            initialFocus={search}
            aria-label={t('pick.label')}
            className="w-[min(340px,calc(100vw-16px))] rounded-3 bg-pop p-1.25 elev-2 outline-none"
          >
            <PickerList
              current={current}
              symbols={symbols}
              search={search}
              onPick={(symbol) => {
                setOpen(false);
                onPick(symbol);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function PickerList({
  current,
  symbols,
  search,
  onPick,
}: {
  readonly current: SymbolEntry;
  readonly symbols: readonly SymbolEntry[];
  readonly search: React.RefObject<HTMLInputElement | null>;
  readonly onPick: (symbol: string) => void;
}) {
  const { t } = useTranslation('chart');
  const { t: words } = useTranslation('words');
  const language = useLanguage();
  const [text, setText] = useState('');
  const [at, setAt] = useState(() =>
    listMatchingSymbols(symbols, '').findIndex((entry) => entry.symbol === current.symbol),
  );
  const list = useId();
  const found = useMemo(() => listMatchingSymbols(symbols, text), [symbols, text]);
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at >= 0) active.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    const chosen = found[at];
    if (event.key === 'Enter' && chosen) onPick(chosen.symbol);
  };

  return (
    <>
      <input
        ref={search}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        aria-label={t('pick.search')}
        placeholder={t('pick.search')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        onChange={(event) => {
          setText(event.target.value.toLocaleUpperCase('en'));
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="mb-1.25 h-9 w-full rounded-2 border border-line-ctl bg-s2 px-2.75 text-14 max-desk:h-11 max-desk:text-16"
      />
      <div id={list} role="listbox" aria-label={t('pick.label')} className="max-h-84 overflow-auto">
        {found.length === 0 ? <p className="p-2 text-ink-2">{t('pick.none')}</p> : null}
        {found.map((entry, i) => (
          <div key={entry.symbol}>
            {text === '' && entry.type !== found[i - 1]?.type ? (
              <div className="lbl px-2 pt-1.5 pb-1">{words(`category.${entry.type}`)}</div>
            ) : null}
            {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays in the search, which names the active option */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search takes the keys */}
            <div
              id={`${list}-${i}`}
              ref={i === at ? active : undefined}
              role="option"
              aria-selected={entry.symbol === current.symbol}
              onPointerMove={() => setAt(i)}
              onClick={() => onPick(entry.symbol)}
              className={cx(
                'flex min-h-8.5 cursor-default items-center gap-2 rounded-2 px-2 pointer-coarse:min-h-11',
                i === at && 'bg-sel',
              )}
            >
              <b translate="no">{entry.symbol}</b>
              <span className="min-w-0 flex-1 truncate text-12 text-ink-3">
                {entry.name[language]}
              </span>
              {text === '' ? null : <span className="lbl">{words(`category.${entry.type}`)}</span>}
              {entry.symbol === current.symbol ? <Icon name="check" size={14} /> : null}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

import { fold } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { MenuAction, MenuLine } from '../../../ui/menu.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ListSearch } from '../list-search.tsx';
import { RowMenu } from '../row-menu.tsx';
import { Table, TableBones } from '../table.tsx';
import { ROW_LINK, useRowKeys } from '../use-row-keys.ts';
import { ActionsPanel } from './actions-panel.tsx';
import { AddSymbolDialog } from './add-symbol-dialog.tsx';
import { type AdminSymbol, adminSymbolsQuery } from './calls.ts';
import { SourceOf } from './source-of.tsx';
import { type SymbolAction, SymbolDialog } from './symbol-dialog.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMarket');
  return null;
}

const ACTIONS: readonly SymbolAction[] = [
  'rename',
  'changeDigits',
  'changeSource',
  'split',
  'changeSymbol',
];

/** Renders the listed symbols with the actions on each. */
export default function SymbolsRoute() {
  const { t } = useTranslation('adminMarket');
  const query = useQuery(adminSymbolsQuery());
  const [text, setText] = useState('');
  const [adding, setAdding] = useState(false);
  const [action, setAction] = useState<{ action: SymbolAction; symbol: AdminSymbol } | null>(null);
  const rows = useRowKeys<HTMLDivElement>();
  const asked = fold(text.trim());
  return (
    <AdminPage
      title={t('symbols.title')}
      tools={
        <>
          <ListSearch
            label={t('symbols.search')}
            text={text}
            onText={setText}
            rows={rows}
            className="w-60 max-desk:order-last max-desk:w-full"
          />
          <Button variant="primary" disabled={!query.data} onClick={() => setAdding(true)}>
            {t('symbols.add')}
          </Button>
        </>
      }
    >
      <ActionsPanel />
      <Load query={query} failed={t('symbols.failed')} skeleton={<TableBones rows={16} />}>
        {({ symbols, sources }) => {
          const shown = symbols.filter(({ symbol, sourceSymbol, name }) =>
            fold(`${symbol} ${sourceSymbol} ${name.tr} ${name.az} ${name.en}`).includes(asked),
          );
          return (
            <>
              {shown.length === 0 ? (
                <Empty
                  title={t('symbols.noMatch')}
                  action={<Button onClick={() => setText('')}>{t('symbols.clear')}</Button>}
                />
              ) : (
                <div ref={rows} className="min-w-0">
                  <SymbolTable
                    symbols={shown}
                    onAction={(one, symbol) => setAction({ action: one, symbol })}
                  />
                </div>
              )}
              {adding ? (
                <AddSymbolDialog
                  symbols={symbols}
                  sources={sources.filter((source) => source !== 'file')}
                  onClose={() => setAdding(false)}
                />
              ) : null}
              {action ? (
                <SymbolDialog {...action} sources={sources} onClose={() => setAction(null)} />
              ) : null}
            </>
          );
        }}
      </Load>
    </AdminPage>
  );
}

function SymbolTable({
  symbols,
  onAction,
}: {
  readonly symbols: readonly AdminSymbol[];
  readonly onAction: (action: SymbolAction, symbol: AdminSymbol) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const { t: words } = useTranslation('words');
  const { language, count, date } = useFormats();
  return (
    <Table
      caption={t('symbols.caption')}
      rows={symbols}
      keyOf={({ symbol }) => symbol}
      columns={[
        {
          name: t('symbols.symbol'),
          look: 'font-semi',
          cell: ({ symbol }) => (
            <Link {...ROW_LINK} translate="no" to={`/dashboard/symbol/${symbol}`} className="link">
              {symbol}
            </Link>
          ),
        },
        {
          name: t('symbols.name'),
          look: 'tab:whitespace-nowrap',
          cell: ({ name, category }) => (
            <>
              {name[language]}
              <span className="lbl block tab:hidden">{words(`category.${category}`)}</span>
            </>
          ),
        },
        {
          name: t('symbols.category'),
          place: 'max-tab:hidden',
          look: 'text-ink-2',
          cell: ({ category }) => words(`category.${category}`),
        },
        {
          name: t('symbols.source'),
          place: 'max-tab:hidden',
          look: 'text-ink-2',
          cell: (symbol) => <SourceOf symbol={symbol} />,
        },
        {
          name: t('symbols.digits'),
          right: true,
          place: 'max-desk:hidden',
          look: 'num',
          cell: ({ digits }) => digits,
        },
        {
          name: t('symbols.bars'),
          right: true,
          place: 'max-tab:hidden',
          look: 'num',
          cell: ({ bars }) => (bars === 0 ? t('symbols.noBars') : count(bars)),
        },
        {
          name: t('symbols.reach'),
          place: 'pl-6 max-tab:hidden',
          look: 'num text-ink-2',
          cell: ({ first, last }) =>
            first === null || last === null ? '—' : `${date(first)} – ${date(last)}`,
        },
        {
          name: t('symbols.epoch'),
          right: true,
          place: 'max-desk:hidden',
          look: 'num',
          cell: ({ epoch }) => epoch,
        },
        {
          name: t('symbols.act'),
          hidden: true,
          look: 'text-right pr-1',
          cell: (symbol) => (
            <RowMenu label={t('symbols.menu', { symbol: symbol.symbol })}>
              {ACTIONS.map((action) => (
                <MenuAction key={action} onAct={() => onAction(action, symbol)}>
                  {t(`symbols.${action}`)}
                </MenuAction>
              ))}
              <MenuLine />
              <MenuAction onAct={() => onAction('retire', symbol)}>
                <span className="text-bad">{t('symbols.retire')}</span>
              </MenuAction>
            </RowMenu>
          ),
        },
      ]}
    />
  );
}

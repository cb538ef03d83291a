import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { fold } from '../../../i18n/fold.ts';
import { loadTexts, useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Load } from '../../../ui/load.tsx';
import { Menu, MenuAct, MenuLine } from '../../../ui/menu.tsx';
import { Empty } from '../../../ui/states.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ListSearch } from '../list-search.tsx';
import { useSourceName } from '../source-name.ts';
import { CELL, HEAD, Row, Table, TableBones } from '../table.tsx';
import { ROW_LINK, useRowKeys } from '../use-row-keys.ts';
import { AddSymbolDialog } from './add-symbol-dialog.tsx';
import { type AdminSymbol, adminSymbolsQuery } from './calls.ts';
import { type SymbolAction, SymbolDialog } from './symbol-dialog.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('adminMarket');
  return null;
}

const COLUMNS = [
  'symbol',
  'name',
  'category',
  'source',
  'digits',
  'bars',
  'reach',
  'epoch',
] as const;
/** Columns of numbers. */
const RIGHT: ReadonlySet<string> = new Set(['digits', 'bars', 'epoch']);
/** Classes that hide a column on a narrow screen. */
const NARROW: Readonly<Partial<Record<(typeof COLUMNS)[number], string>>> = {
  category: 'max-tab:hidden',
  source: 'max-tab:hidden',
  digits: 'max-desk:hidden',
  bars: 'max-tab:hidden',
  reach: 'max-tab:hidden',
  epoch: 'max-desk:hidden',
};
const ACTIONS: readonly SymbolAction[] = ['rename', 'changeDigits', 'changeSource', 'split'];

/** The listed symbols with the actions on each. */
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
      <Load query={query} failed={t('symbols.failed')} skeleton={<TableBones rows={16} />}>
        {({ symbols, offers, sources }) => {
          const shown = symbols.filter(({ symbol, name }) =>
            fold(`${symbol} ${name.tr} ${name.az} ${name.en}`).includes(asked),
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
              {adding ? <AddSymbolDialog offers={offers} onClose={() => setAdding(false)} /> : null}
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
  return (
    <Table
      caption={t('symbols.caption')}
      head={
        <>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={cx(
                HEAD,
                RIGHT.has(column) && 'text-right',
                column === 'reach' && 'pl-6',
                NARROW[column],
              )}
            >
              {t(`symbols.${column}`)}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="sr-only">{t('symbols.act')}</span>
          </th>
        </>
      }
    >
      {symbols.map((symbol) => (
        <SymbolRow
          key={symbol.symbol}
          symbol={symbol}
          onAction={(action) => onAction(action, symbol)}
        />
      ))}
    </Table>
  );
}

function SymbolRow({
  symbol: one,
  onAction,
}: {
  readonly symbol: AdminSymbol;
  readonly onAction: (action: SymbolAction) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const { t: words } = useTranslation('words');
  const { language, count, date } = useFormats();
  const sourceName = useSourceName();
  return (
    <Row>
      <th scope="row" className={`${CELL} font-semi`}>
        <Link {...ROW_LINK} translate="no" to={`/dashboard/symbol/${one.symbol}`} className="link">
          {one.symbol}
        </Link>
      </th>
      <td className={`${CELL} tab:whitespace-nowrap`}>
        {one.name[language]}
        <span className="lbl block tab:hidden">{words(`category.${one.category}`)}</span>
      </td>
      <td className={cx(CELL, 'text-ink-2', NARROW.category)}>
        {words(`category.${one.category}`)}
      </td>
      <td className={cx(CELL, 'text-ink-2', NARROW.source)}>{sourceName(one.source)}</td>
      <td className={cx(CELL, 'num text-right', NARROW.digits)}>{one.digits}</td>
      <td className={cx(CELL, 'num text-right', NARROW.bars)}>
        {one.bars === 0 ? t('symbols.noBars') : count(one.bars)}
      </td>
      <td className={cx(CELL, 'num pl-6 text-ink-2', NARROW.reach)}>
        {one.first === null || one.last === null ? '—' : `${date(one.first)} – ${date(one.last)}`}
      </td>
      <td className={cx(CELL, 'num text-right', NARROW.epoch)}>{one.epoch}</td>
      <td className={`${CELL} pr-1 text-right`}>
        <Menu
          label={t('symbols.menu', { symbol: one.symbol })}
          trigger={
            <IconButton label={t('symbols.menu', { symbol: one.symbol })}>
              <span aria-hidden="true">···</span>
            </IconButton>
          }
        >
          {ACTIONS.map((action) => (
            <MenuAct key={action} onAct={() => onAction(action)}>
              {t(`symbols.${action}`)}
            </MenuAct>
          ))}
          <MenuLine />
          <MenuAct onAct={() => onAction('retire')}>
            <span className="text-bad">{t('symbols.retire')}</span>
          </MenuAct>
        </Menu>
      </td>
    </Row>
  );
}

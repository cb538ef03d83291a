import { useQuery } from '@tanstack/react-query';
import { type ClientLoaderFunctionArgs, redirect, useParams } from 'react-router';
import { symbolsQuery } from '../../api/calls/market.ts';
import { loadTexts } from '../../i18n/index.ts';
import { UnknownSymbol } from '../../ui/unknown-symbol.tsx';
import { PanelBody } from './panel-body.tsx';
import { toPanel } from './panel-state.ts';
import { SymbolPage } from './symbol-page.tsx';

/** Loads the texts of the page before it is painted. Redirects an address to its symbol in capitals. */
export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const symbol = params.symbol ?? '';
  const upper = symbol.toUpperCase();
  if (symbol === upper) {
    await loadTexts('chance', 'chart', 'favorites', 'symbol', 'why');
    return null;
  }
  return redirect(`/dashboard/symbol/${encodeURIComponent(upper)}${new URL(request.url).search}`);
}

/** Renders the symbol page. */
export default function SymbolRoute() {
  const { symbol = '' } = useParams();
  const symbols = toPanel(useQuery(symbolsQuery()));
  return (
    <PanelBody state={symbols} skeleton={null}>
      {(list) => {
        const entry = list.find((one) => one.symbol === symbol);
        return entry ? (
          <SymbolPage key={symbol} entry={entry} />
        ) : (
          <UnknownSymbol
            symbol={symbol}
            symbols={list.map((one) => one.symbol)}
            pageOf={(other) => `/dashboard/symbol/${encodeURIComponent(other)}`}
          />
        );
      }}
    </PanelBody>
  );
}

/** A page of subscribers that a person without a subscription asked for. */
export type ClosedPage =
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'portfolio' };

/** Which page the visitor was led here from, by what the account's address says (`closed`); null for none. */
export function readClosedPage(search: URLSearchParams): ClosedPage | null {
  const path = search.get('closed') ?? '';
  const [, symbol] = /^\/dashboard\/symbol\/([A-Z0-9][A-Z0-9._]{0,19})\/?$/i.exec(path) ?? [];
  if (symbol !== undefined) return { kind: 'symbol', symbol: symbol.toUpperCase() };
  return path.startsWith('/dashboard/portfolio/') ? { kind: 'portfolio' } : null;
}

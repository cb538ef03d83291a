/** Page that needs a subscription, requested by a person without one. */
export type ClosedPage =
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'portfolio' };

/** Reads the page that redirected to the account from the parameter `closed`; null for any other value. */
export function readClosedPage(search: URLSearchParams): ClosedPage | null {
  const path = search.get('closed') ?? '';
  const [, symbol] = /^\/dashboard\/symbol\/([A-Z0-9][A-Z0-9._]{0,19})\/?$/i.exec(path) ?? [];
  if (symbol !== undefined) return { kind: 'symbol', symbol: symbol.toUpperCase() };
  return path.startsWith('/dashboard/portfolio/') ? { kind: 'portfolio' } : null;
}

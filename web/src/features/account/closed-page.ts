/** A page of subscribers that somebody without a subscription asked for. */
export type ClosedPage =
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'portfolio' };

/** Which page the visitor was led here from, by what the guard left in the history; null for none. */
export function readClosedPage(state: unknown): ClosedPage | null {
  const path: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'closed') : null;
  if (typeof path !== 'string') return null;
  const [, symbol] = /^\/dashboard\/symbol\/([A-Z0-9][A-Z0-9._]{0,19})\/?$/i.exec(path) ?? [];
  if (symbol !== undefined) return { kind: 'symbol', symbol: symbol.toUpperCase() };
  return path.startsWith('/dashboard/portfolio/') ? { kind: 'portfolio' } : null;
}

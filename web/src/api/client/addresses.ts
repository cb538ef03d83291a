import { ROUTES, type RouteName } from '@rasat/contract';

/** Where a call goes, and whether it carries a body. */
export interface Address {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly hasBody: boolean;
}

/**
 * Where every call goes. The build puts these values in place of this module: the contract's schemas are then loaded
 * only by the pages that check with them.
 */
export const ADDRESSES = Object.fromEntries(
  Object.entries(ROUTES).map(([name, route]) => [
    name,
    { method: route.method, path: route.path, hasBody: 'body' in route },
  ]),
) as Readonly<Record<RouteName, Address>>;

import { ROUTES, type RouteName } from '@rasat/contract';

/** Method and path of a call, and whether it carries a body. */
export interface Address {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly hasBody?: true;
}

/**
 * Method and path of every call. The build replaces this module with these values, so that only the pages that validate
 * load the contract's schemas.
 */
export const ADDRESSES = Object.fromEntries(
  Object.entries(ROUTES).map(([name, route]) => [
    name,
    { method: route.method, path: route.path, ...('body' in route && { hasBody: true }) },
  ]),
) as Readonly<Record<RouteName, Address>>;

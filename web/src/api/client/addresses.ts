import { ROUTES, type RouteName } from '@rasat/contract';

/** Method and path of a call in one word, with `+` before it when the call carries a body: `GET /symbols`. */
export type Address = `${'' | '+'}${'GET' | 'POST' | 'PUT'} ${string}`;

/**
 * The address of every call. The build replaces this module with these values, so that only the pages that validate
 * load the contract's schemas.
 */
export const ADDRESSES = Object.fromEntries(
  Object.entries(ROUTES).map(([name, route]): [name: string, address: Address] => [
    name,
    `${'body' in route ? '+' : ''}${route.method} ${route.path}`,
  ]),
) as Readonly<Record<RouteName, Address>>;

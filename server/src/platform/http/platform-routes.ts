import { ROUTES, type RouteContract } from '@rasat/contract';
import type { PartStatus } from '../part.ts';
import { describeRoutes } from './openapi.ts';
import { Prepared, registerRoute } from './route.ts';
import type { Web } from './web.ts';

/** What the server knows of itself. */
export interface ServerState {
  readonly version: string;
  /** How each part is, by name. */
  parts(): Readonly<Record<string, PartStatus>>;
  /** How much of the first filling of the markets is done, 0 to 1. */
  filled(): number;
}

/** Serves how the server is (503 while a part is not ready) and the description of every call. */
export function registerPlatformRoutes(
  web: Web,
  routes: Readonly<Record<string, RouteContract>>,
  state: ServerState,
): void {
  const { clock, config } = web.context;
  registerRoute(
    web,
    ROUTES.health,
    () => {
      const parts = state.parts();
      const ready = Object.values(parts).every((part) => part.ready);
      const { version } = state;
      const body = { ready, version, serverTime: clock.now(), parts, filled: state.filled() };
      return new Prepared(Buffer.from(JSON.stringify(body)), undefined, ready ? 200 : 503);
    },
    { unlimited: true },
  );
  let described: Buffer | undefined;
  registerRoute(web, ROUTES.openapi, () => {
    described ??= Buffer.from(
      JSON.stringify(describeRoutes(routes, state.version, `${config.baseUrl}/api`)),
    );
    return new Prepared(described);
  });
}

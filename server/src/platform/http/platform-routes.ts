import { type Reply, ROUTES, type RouteContract } from '@rasat/contract';
import type { ServerState } from '../operator/operator.ts';
import { describeRoutes } from './openapi.ts';
import { Prepared, registerRoute } from './route.ts';
import type { Web } from './web.ts';

/**
 * Serves the readiness of the server (503 while a part is not ready), the state that its pages show meanwhile, and the
 * description of every call. The status of each part is for the operator only.
 */
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
      const filled = state.filled();
      const body: Reply<typeof ROUTES.health> = {
        ready,
        behind: filled < 1 || parts.analyst?.ready === false,
        filled,
        busy: parts.web?.ready === false,
        serverTime: clock.now(),
      };
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

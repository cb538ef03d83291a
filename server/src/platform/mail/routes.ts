import { ROUTES } from '@rasat/contract';
import { AppError } from '../app-error.ts';
import { registerRoute } from '../http/route.ts';
import type { Web } from '../http/web.ts';
import { keepsMails } from './kept-mails.ts';

/**
 * Serves the address of the kept mails, on the operator's listener at `operatorAddress`, where mails are kept at all.
 */
export function registerMailRoutes(web: Web, operatorAddress: string): void {
  registerRoute(web, ROUTES.keptMails, () => {
    if (!keepsMails(web.context.config)) throw new AppError('not-found-404');
    return { address: `${operatorAddress}/mails` };
  });
}

import { ROUTES } from '@rasat/contract';
import type { Web } from '../../platform/http/web.ts';
import { cancelMessage, listMessages, sendMessage } from '../messages/index.ts';
import { registerAdminRoute } from './register-admin-route.ts';

/** Serves messages to all people or students: the list, sending, scheduling and cancelling. */
export function registerAdminMessageRoutes(web: Web): void {
  registerAdminRoute(web, ROUTES.adminMessages, async ({ trx, nowMs }) => {
    const { audience, messages } = await listMessages(trx, nowMs);
    return {
      audience,
      messages: messages.map(({ id, list, texts, link, atMs, createdAtMs, state, recipients }) => ({
        id,
        list,
        texts,
        link,
        at: atMs,
        created: createdAtMs,
        state,
        recipients,
      })),
    };
  });

  registerAdminRoute(web, ROUTES.adminSendMessage, async ({ body, trx, nowMs, audit }) => {
    const { at: atMs, code: _, ...message } = body;
    const id = await sendMessage(trx, { ...message, atMs }, nowMs);
    await audit('message.send', `message:${id}`, { list: message.list, at: atMs ?? nowMs });
    return { id };
  });

  registerAdminRoute(web, ROUTES.adminCancelMessage, async ({ params, trx, nowMs, audit }) => {
    await cancelMessage(trx, Number(params.id), nowMs);
    await audit('message.cancel', `message:${params.id}`);
    return {};
  });
}

import { ROUTES } from '@rasat/contract';
import { AppError } from '../app-error.ts';
import { isLoopback } from '../http/loopback.ts';
import { type Call, registerRoute } from '../http/route.ts';
import type { Web } from '../http/web.ts';
import { languageOf } from './layout.ts';
import { readMailContent } from './mail.ts';
import { mailFate } from './mailer.ts';
import { listKept } from './store.ts';

const MOST = 200;

/** Headers that somebody between adds: then the caller is not on this machine, whatever its address. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Serves kept mails, to callers on this machine alone, and only where mails are kept. */
export function registerMailRoutes(web: Web): void {
  const { config, db, keys } = web.context;
  const fate = mailFate(config);
  registerRoute(web, ROUTES.keptMails, async (call) => {
    if (fate !== 'kept' || !isHere(call)) throw new AppError('not-found-404');
    const kept = await listKept(db, MOST);
    return kept.map(({ id, content, writtenAtMs }) => {
      const { html, ...mail } = readMailContent(keys, content);
      return { id: String(id), ...mail, language: languageOf(html), written: writtenAtMs };
    });
  });
}

/** A name that only looks like this machine's (DNS rebinding) does not count. */
function isHere({ ip, headers }: Pick<Call<typeof ROUTES.keptMails>, 'ip' | 'headers'>): boolean {
  const asked = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return (
    isLoopback(ip) &&
    isLoopback(asked.replace(/^\[|\]$/g, '')) &&
    FORWARDED.every((name) => headers[name] === undefined)
  );
}

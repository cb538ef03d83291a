import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rasat/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';
import { startLoop } from '../loop.ts';
import type { Part, ServerContext } from '../part.ts';
import { MAIL_CHANNEL, type MailContent, readMailContent } from './mail.ts';
import { type Failure, openSmtp, SEND_LIMIT_MS, type Smtp } from './smtp.ts';
import {
  countWaiting,
  giveUpBefore,
  keepWaiting,
  type LeasedMail,
  leaseMails,
  updateFailed,
  updateSent,
} from './store.ts';

/**
 * Handling of a written mail. `sent`: a mail server accepts it. `kept`: it stays readable on this machine, which no
 * other machine can reach. `waiting`: neither, until the operator names a mail server.
 */
export type MailFate = 'sent' | 'kept' | 'waiting';

/** Returns the handling of mails under these settings. */
export function mailFate(config: Pick<Config, 'smtpUrl' | 'databaseUrl' | 'baseUrl'>): MailFate {
  if (config.smtpUrl !== null) return 'sent';
  const host = new URL(config.baseUrl).hostname.replace(/^\[|\]$/g, '');
  return config.databaseUrl === null && isLoopback(host) ? 'kept' : 'waiting';
}

const GIVEN_UP_AFTER_MS = DAY_MS;
/** Longer than an attempt can take, so that no other process leases a mail that is being sent. */
const LEASE_MS = 2 * SEND_LIMIT_MS;
/** Number of mails that are sent at the same time. */
const PARALLEL = 3;
/** First pause after a refused mail; doubled after each attempt. */
const FIRST_PAUSE_MS = 15_000;
const LAST_PAUSE_MS = HOUR_MS;
/** First pause while the server is unavailable. It is short, because all mails wait for the same server. */
const FIRST_OUTAGE_PAUSE_MS = 5000;
const LAST_OUTAGE_PAUSE_MS = MINUTE_MS;
/**
 * Longest pause between two checks without a notification: after an outage of the database, and for mails that are too
 * old.
 */
const LOOK_MS = MINUTE_MS;
const SOON_MS = 100;
const STOP_LIMIT_MS = 5000;

/**
 * Sends the mails of the outbox, together with every other process on the same database. A mail that a server has
 * accepted is not sent again, unless the process dies before recording it; the second mail then has the same
 * Message-ID. The part is always ready: an unavailable mail server is no reason to refuse requests.
 */
export function startMailer(context: ServerContext): Part {
  const { clock, config, db, keys, listen, log } = context;
  const fate = mailFate(config);
  const smtp = fate === 'sent' ? openSmtp(config, keys) : null;
  let detail = '';
  const outbox = createOutbox(context, smtp);

  const look = async (stopping: AbortSignal, cut: AbortSignal): Promise<number> => {
    if (fate === 'kept') {
      await keepWaiting(db);
      detail = 'no mail server: mails are kept on this machine';
      return LOOK_MS;
    }
    if (fate === 'waiting') await giveUpBefore(db, clock.now() - GIVEN_UP_AFTER_MS, 'NOSERVER');
    else await outbox.drain(stopping, cut);
    const { waiting, nextTryAtMs } = await countWaiting(db);
    detail = describe(fate, waiting, outbox.trouble());
    const dueMs = Math.max(nextTryAtMs ?? Number.POSITIVE_INFINITY, outbox.unavailableUntilMs());
    if (fate === 'waiting') return LOOK_MS;
    // Another process has leased the mails that are due and were not available here.
    return Math.min(Math.max(SOON_MS, dueMs - clock.now()), LOOK_MS);
  };

  const loop = startLoop(clock, look, (error) => {
    log.error({ err: error }, 'the outbox of mails could not be read');
    return FIRST_OUTAGE_PAUSE_MS;
  });
  const off = listen(MAIL_CHANNEL, loop.wake);

  return {
    name: 'mail',
    status: () => ({ ready: true, ...(detail && { detail }) }),
    async stop() {
      off();
      await loop.stop(STOP_LIMIT_MS);
      smtp?.close();
    },
  };
}

function describe(fate: MailFate, waiting: number, trouble: string | null): string {
  if (waiting === 0) return fate === 'waiting' ? 'no mail server' : '';
  const many = waiting === 1 ? '1 mail waits' : `${waiting} mails wait`;
  if (fate === 'waiting') return `no mail server: ${many}`;
  return trouble === null ? many : `${many}: ${trouble}`;
}

interface Outbox {
  /** Sends until no mail is due, the server is unavailable or a stop is requested. */
  drain(stopping: AbortSignal, cut: AbortSignal): Promise<void>;
  /** Returns the end of the pause after an outage; 0 while the server answers. */
  unavailableUntilMs(): number;
  /** Returns the server's last failure; null while it answers. */
  trouble(): string | null;
}

function createOutbox({ clock, db, keys, log }: ServerContext, smtp: Smtp | null): Outbox {
  let outageMs = 0;
  let unavailableUntilMs = 0;
  let trouble: string | null = null;

  const settle = async (mail: LeasedMail, failure: Failure | null): Promise<void> => {
    const nowMs = clock.now();
    if (failure === null) {
      await updateSent(db, mail.id, nowMs);
      outageMs = 0;
      unavailableUntilMs = 0;
      trouble = null;
      return;
    }
    if (failure.of === 'server' && unavailableUntilMs <= nowMs) {
      outageMs = Math.min(
        outageMs === 0 ? FIRST_OUTAGE_PAUSE_MS : outageMs * 2,
        LAST_OUTAGE_PAUSE_MS,
      );
      unavailableUntilMs = nowMs + outageMs;
      trouble = failure.word;
    }
    const pauseMs = failure.of === 'server' ? unavailableUntilMs - nowMs : pauseAfter(mail.tries);
    const over = failure.of === 'never' || nowMs - mail.writtenAtMs >= GIVEN_UP_AFTER_MS;
    await updateFailed(db, mail, failure.word, over ? null : nowMs + pauseMs);
    note(log, mail, failure, over);
  };

  return {
    unavailableUntilMs: () => unavailableUntilMs,
    trouble: () => trouble,
    async drain(stopping, cut) {
      if (!smtp) return;
      while (!stopping.aborted && unavailableUntilMs <= clock.now()) {
        const nowMs = clock.now();
        // After an outage the server is tried with a single mail.
        const most = outageMs === 0 ? PARALLEL : 1;
        const mails = await leaseMails(db, nowMs, nowMs + LEASE_MS, most);
        if (mails.length === 0) return;
        await Promise.all(
          mails.map(async (mail) => {
            const content = read(mail);
            if (content === null) return settle(mail, { word: 'EKEY', of: 'never' });
            const failure = await smtp.send({ ...mail, content }, cut);
            // A send that was broken off is no failure; its lease expires by itself.
            if (failure !== null && cut.aborted) return;
            await settle(mail, failure);
          }),
        );
      }
    },
  };

  function read(mail: LeasedMail): MailContent | null {
    try {
      return readMailContent(keys, mail.content);
    } catch {
      return null;
    }
  }
}

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), LAST_PAUSE_MS);
}

function note(log: Logger, mail: LeasedMail, failure: Failure, over: boolean): void {
  const { id, template, tries } = mail;
  const what = { mail: id, template, tries, failure: failure.word };
  if (over) log.error(what, 'a mail was given up');
  else log.warn(what, 'a mail was not handed over yet');
}

import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';
import type { Keys } from '../keys.ts';
import type { MailContent } from './mail.ts';

/** Reason why a mail was not sent. */
export interface Failure {
  /** Codes only, such as `ECONNREFUSED` or `EENVELOPE 550`: no address and no text of the server. */
  readonly word: string;
  /**
   * Scope of the failure. `server`: no mail could be sent; `mail`: this mail failed and is retried; `never`: its
   * recipient is refused.
   */
  readonly of: 'server' | 'mail' | 'never';
}

/** Sends mails to the mail server. */
export interface Smtp {
  /** Resolves with null once the server has accepted the mail, else with the failure. */
  send(
    mail: { readonly id: number; readonly writtenAtMs: number; readonly content: MailContent },
    signal: AbortSignal,
  ): Promise<Failure | null>;
  close(): void;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Time-out of a send; shorter than a lease. */
export const SEND_LIMIT_MS = 60_000;

/** Failures that do not depend on the mail. */
const SERVER_FAILURES =
  /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EREQUIRETLS|EPROTOCOL|EAUTH|ENOAUTH|ECONFIG|EPROXY|EABORT)$/;

/**
 * Opens the sender of mails; each mail gets a connection of its own. `smtps:` uses TLS from the first byte. `smtp:`
 * changes to TLS when the server offers it, and requires it where a password is sent; on this machine neither.
 */
export function openSmtp(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, keys: Keys): Smtp {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null || mailFrom === null) throw new RangeError('there is no mail server');
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const here = isLoopback(host);
  const user = decodeURIComponent(url.username);
  const load = async () => {
    // Loaded with the first mail, because many machines have no mail server and every start would be slower.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      ignoreTLS: here,
      requireTLS: !secure && !here && user !== '',
      allowInternalNetworkInterfaces: true,
      ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      dnsTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let loaded: ReturnType<typeof load> | undefined;
  const secret = keys.derive('mail.message-id');
  const domain = mailFrom.replace(/>$/, '').split('@').at(-1) ?? host;

  return {
    async send({ id, writtenAtMs, content }, signal) {
      // The Message-ID is the same for every attempt, so that a server or mailbox can recognise a repeated mail.
      const name = createHmac('sha256', secret).update(String(id)).digest('hex').slice(0, 32);
      try {
        loaded ??= load();
        const transport = await loaded;
        await transport.sendMail({
          from: mailFrom,
          to: { name: '', address: content.to },
          subject: content.subject,
          text: content.text,
          html: content.html,
          messageId: `<${name}@${domain}>`,
          date: new Date(writtenAtMs),
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_LIMIT_MS)]),
        });
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => void loaded?.then((transport) => transport.close()),
  };
}

function failureOf(error: unknown): Failure {
  const { code, originalCode, responseCode, command } = (error ?? {}) as Record<string, unknown>;
  const given = [originalCode, code].find((one) => typeof one === 'string');
  const word = typeof given === 'string' && /^[A-Z_]{2,30}$/.test(given) ? given : 'EUNKNOWN';
  const answer = typeof responseCode === 'number' ? responseCode : null;
  const failure = answer === null ? word : `${word} ${answer}`;
  if (command === 'RCPT TO' && answer !== null && answer >= 500) {
    return { word: failure, of: 'never' };
  }
  const ofServer = typeof code === 'string' && SERVER_FAILURES.test(code);
  return { word: failure, of: ofServer || answer === 421 ? 'server' : 'mail' };
}

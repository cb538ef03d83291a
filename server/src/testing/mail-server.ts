import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Tidy } from '../platform/testing.ts';

/** Received mail. */
export interface ReceivedMail extends Email {
  /** Recipient of the envelope. */
  readonly recipient: string;
  readonly raw: string;
}

/** Decision about a mail: undefined accepts it, a number refuses it with that SMTP code. */
export type Verdict = number | undefined;

/** Local mail server that keeps the mails it receives. */
export interface MailServer {
  /** Value for `SMTP_URL`. */
  readonly url: string;
  readonly port: number;
  /** Accepted mails, in order. */
  readonly mails: ReceivedMail[];
  stop(): Promise<void>;
}

/** Behaviour of a mail server; every option has a default. */
export interface MailServerOptions {
  readonly port?: number;
  /** Whether TLS is used from the first byte, with an untrusted certificate. */
  readonly secure?: boolean;
  /** Called for each recipient. */
  readonly onRecipient?: (address: string) => Verdict;
  /** Called before a mail is accepted; a pending promise delays the sender. */
  readonly onMail?: (mail: ReceivedMail) => Verdict | Promise<Verdict>;
  /** Called right after the sender was told that the mail is accepted. */
  readonly onTaken?: (mail: ReceivedMail) => void;
}

/** Starts a mail server, stopped when the test ends. */
export async function startMailServer(
  t: Tidy,
  options: MailServerOptions = {},
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    secure: options.secure ?? false,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = options.onRecipient?.(address);
      done(code === undefined ? null : refusal(code));
    },
    onData(stream, { envelope }, done) {
      const take = async (): Promise<Verdict> => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const raw = Buffer.concat(chunks).toString('latin1');
        const parsed = await PostalMime.parse(Buffer.concat(chunks));
        const mail = { ...parsed, recipient: envelope.rcptTo[0]?.address ?? '', raw };
        const code = await options.onMail?.(mail);
        if (code !== undefined) return code;
        mails.push(mail);
        done(null);
        options.onTaken?.(mail);
        return undefined;
      };
      take().then(
        (code) => code !== undefined && done(refusal(code)),
        () => done(refusal(451)),
      );
    },
  });
  server.on('error', () => {
    // A sender may be killed during the conversation.
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  t.after(stop);
  return { url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`, port, mails, stop };
}

function refusal(code: number): Error {
  return Object.assign(new Error('not this one'), { responseCode: code });
}

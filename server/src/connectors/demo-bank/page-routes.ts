import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LANGUAGE, findLanguage, type Language } from '@rasat/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bank, Payment } from './bank.ts';
import { CARD_FIELDS, type CardForm } from './cards.ts';
import {
  cardPage,
  codePage,
  overPage,
  type Page,
  paidPage,
  silentPage,
  unknownPage,
} from './pages.ts';

/** Dependencies of the pages. */
export interface PageRoutesOptions {
  readonly bank: Bank;
  /** Called after a capture, so that the shop gets its notice or the bank stops answering. */
  readonly onCaptured: (payment: Payment) => void;
  /** Resolves when the bank answers again about a silent payment. */
  readonly silence: (token: string) => Promise<void>;
}

/** Serves the pages for people: the card, the code and the return to the shop. */
export async function servePages(app: FastifyInstance, options: PageRoutesOptions): Promise<void> {
  const { bank, onCaptured, silence } = options;
  await serveAssets(app);

  const withPayment =
    (
      answer: (payment: Payment, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { token } = request.params as { token: string };
      const payment = await bank.find(token);
      if (!payment) return send(reply, unknownPage(languageOf(request)));
      return answer(payment, request, reply);
    };

  app.get(
    '/pay/:token',
    withPayment(async (payment, request, reply) => {
      const { challenge, capture } = payment;
      if (capture) return send(reply, paidPage(payment), payment);
      if (bank.isOver(payment)) return send(reply, closedPage(payment), payment);
      const askCard = (request.query as Record<string, unknown>).card !== undefined;
      const page = challenge && !askCard ? codePage(payment, challenge.code) : null;
      return send(reply, page ?? cardPage(payment, null), payment);
    }),
  );
  app.post(
    '/pay/:token',
    withPayment(async (payment, request, reply) => {
      const form = readForm(request.body);
      const outcome = await bank.tryCard(payment, form);
      switch (outcome.kind) {
        case 'over':
          return send(reply, closedPage(payment), payment);
        case 'challenge':
          return reply.redirect(`/pay/${payment.token}`, 303);
        case 'faults':
          return send(
            reply,
            cardPage(payment, { codes: outcome.codes, because: null, form }),
            payment,
          );
        case 'refused': {
          if (bank.isOver(payment)) return send(reply, closedPage(payment), payment);
          const faults = { codes: [outcome.code], because: 'declined', form } as const;
          return send(reply, cardPage(payment, faults), payment);
        }
      }
    }),
  );
  app.post(
    '/pay/:token/code',
    withPayment(async (payment, request, reply) => {
      const code = textAt(request.body, 'code').replaceAll(/\s/g, '');
      const outcome = await bank.confirm(payment, code);
      switch (outcome.kind) {
        case 'over':
          return payment.capture || !bank.isOver(payment)
            ? reply.redirect(`/pay/${payment.token}`, 303)
            : send(reply, closedPage(payment), payment);
        case 'refused': {
          if (bank.isOver(payment)) return send(reply, closedPage(payment), payment);
          const form: CardForm = { holder: '', number: '', expiry: '', cvc: '' };
          const codes = ['card-bad-fields-400'] as const;
          return send(reply, cardPage(payment, { codes, because: 'wrongCode', form }), payment);
        }
        case 'captured': {
          onCaptured(payment);
          if (payment.capture?.ending !== 'silent') {
            return reply.redirect(`/pay/${payment.token}`, 303);
          }
          await silence(payment.token);
          return send(reply, silentPage(payment), payment);
        }
      }
    }),
  );
}

/** Returns the page of a payment that can no longer be paid. */
function closedPage(payment: Payment): Page {
  return payment.capture ? paidPage(payment) : overPage(payment, payment.refused !== null);
}

/** Name, address and type of the files that the pages load; the typeface is the shop's. */
const ASSETS: readonly (readonly [name: string, address: string, type: string])[] = [
  ['bank.css', import.meta.resolve('./assets/bank.css'), 'text/css; charset=utf-8'],
  ['bank.svg', import.meta.resolve('./assets/bank.svg'), 'image/svg+xml'],
  ['return.js', import.meta.resolve('./assets/return.js'), 'text/javascript; charset=utf-8'],
  [
    'archivo-latin.woff2',
    import.meta.resolve('@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2'),
    'font/woff2',
  ],
  [
    'archivo-latin-ext.woff2',
    import.meta.resolve(
      '@fontsource-variable/archivo/files/archivo-latin-ext-standard-normal.woff2',
    ),
    'font/woff2',
  ],
];

async function serveAssets(app: FastifyInstance): Promise<void> {
  for (const [name, address, type] of ASSETS) {
    const bytes = await readFile(fileURLToPath(address));
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.header('content-type', type).header('cache-control', 'max-age=3600').send(bytes),
    );
  }
}

function send(reply: FastifyReply, page: Page, payment?: Payment): FastifyReply {
  const shop = payment ? ` ${new URL(payment.returnUrl).origin}` : '';
  return reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'${shop}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(page.body);
}

function readForm(body: unknown): CardForm {
  const [holder = '', number = '', expiry = '', cvc = ''] = CARD_FIELDS.map((field) =>
    textAt(body, field),
  );
  return { holder, number, expiry, cvc };
}

function textAt(body: unknown, field: string): string {
  return body instanceof URLSearchParams ? (body.get(field) ?? '') : '';
}

function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').split(/[,;]/)[0]?.slice(0, 2);
  return findLanguage(wanted) ?? DEFAULT_LANGUAGE;
}

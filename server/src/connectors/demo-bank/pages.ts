import type { Language } from '@rasat/contract';
import { lira } from '../../platform/mail/figures.ts';
import type { CardCode } from '../payment-provider.ts';
import type { Payment } from './bank.ts';
import { CARD_FIELDS, type CardField, type CardForm, fieldOf, TEST_CARDS } from './cards.ts';
import { html, type Markup } from './markup.ts';
import { formatTime, TEXTS, type Texts } from './texts.ts';

/** A page of the bank. */
export interface Page {
  readonly status: number;
  readonly body: string;
}

const EMPTY: CardForm = { holder: '', number: '', expiry: '', cvc: '' };

const LOGO = html`<svg class="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><path d="M3.5 9.5 12 4l8.500 5.500zM4 20h16M6 9.500V17m4-7.500V17m4-7.500V17m4-7.500V17" stroke-linejoin="round" stroke-linecap="round"/></svg>`;
const LOCK = html`<svg class="ic" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 7.500h8v6H4zM5.500 7.500V5.300a2.500 2.500 0 0 1 5 0v2.200"/></svg>`;
const CROSS = html`<svg class="ic" viewBox="0 0 16 16" aria-hidden="true"><path d="m4.500 4.500 7 7m0-7-7 7"/></svg>`;
const BELL = html`<svg class="ic" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2.500 14 13H2zM8 6.500v3M8 11.300v.2"/></svg>`;
const TICK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m6 12.500 4 4 8-9"/></svg>`;
const STOP = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m7.500 7.500 9 9m0-9-9 9"/></svg>`;

function render(language: Language, status: number, title: string, main: Markup): Page {
  const texts = TEXTS[language];
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<title>${title} · ${texts.bank}</title>
<link rel="icon" href="/assets/bank.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/bank.css">
</head>
<body>
<header class="top"><span class="logo">${LOGO}${texts.bank}</span></header>
<main class="page">
<div class="fs warn">${BELL}<p>${texts.demonstration}</p></div>
${main}
</main>
</body>
</html>
`;
  return { status, body: page.markup };
}

/** Result of a card that was not accepted, as the card page shows it. */
export interface CardFaults {
  readonly codes: readonly CardCode[];
  /** Reason for codes that are not about a badly written field; null when a field is badly written. */
  readonly because: 'declined' | 'wrongCode' | null;
  /** The form as entered. */
  readonly form: CardForm;
}

/** Renders the card page. `faults` come from the previous try; the first faulty field has the focus. */
export function cardPage(payment: Payment, faults: CardFaults | null): Page {
  const { language, token } = payment;
  const texts = TEXTS[language];
  const form = faults?.form ?? EMPTY;
  const codes = faults?.codes ?? [];
  const byField = new Map(codes.map((code) => [fieldOf(code), code]));
  const first = CARD_FIELDS.find((field) => byField.has(field)) ?? null;
  const field = (name: CardField): Markup =>
    inputField(name, texts, {
      // The page never sends a security code back.
      value: name === 'cvc' ? '' : form[name],
      code: byField.get(name) ?? null,
      focus: name === first,
    });
  const amount = lira(language, payment.amountKurus);
  const title = faults ? `${texts.faultPrefix} ${texts.title}` : texts.title;
  return render(
    language,
    faults ? 400 : 200,
    title,
    html`<h1 lang="tr">${payment.title}</h1>
${faults && faultBanner(texts, faults, first === null)}
<form class="panel" method="post" action="/pay/${token}" novalidate>
<div class="ph"><h2>${texts.title}</h2>${LOCK}</div>
<div class="two">
<div class="fields">${field('holder')}${field('number')}<div class="pair">${field('expiry')}${field('cvc')}</div></div>
${summary(payment, texts)}
</div>
<div class="act"><button class="btn p" type="submit">${texts.pay(amount)}</button>${cancelLink(payment, texts)}</div>
</form>
${cardList(texts)}`,
  );
}

const INPUTS: Readonly<
  Record<CardField, { autocomplete: string; numeric: boolean; most: number }>
> = {
  holder: { autocomplete: 'cc-name', numeric: false, most: 50 },
  number: { autocomplete: 'cc-number', numeric: true, most: 23 },
  expiry: { autocomplete: 'cc-exp', numeric: false, most: 9 },
  cvc: { autocomplete: 'cc-csc', numeric: true, most: 5 },
};

function inputField(
  name: CardField,
  texts: Texts,
  { value, code, focus }: { value: string; code: CardCode | null; focus: boolean },
): Markup {
  const { autocomplete, numeric, most } = INPUTS[name];
  const hint = { holder: null, number: null, expiry: texts.expiryHint, cvc: texts.cvcHint }[name];
  const described = code !== null || hint !== null;
  return html`<div class="fld"><label for="${name}">${texts[name]}</label><input class="inp" id="${name}" name="${name}" value="${value}" maxlength="${most}" autocomplete="${autocomplete}" spellcheck="false"${numeric ? html` inputmode="numeric"` : null}${described ? html` aria-describedby="${name}-note"` : null}${code === null ? null : html` aria-invalid="true"`}${focus ? html` autofocus` : null}>${
    code === null
      ? hint && html`<p class="hint" id="${name}-note">${hint}</p>`
      : html`<p class="bad" id="${name}-note">${CROSS}<span>${texts.codes[code]} <code>${code}</code></span></p>`
  }</div>`;
}

/** Renders the message above the form; it takes the focus when no field does. */
function faultBanner(texts: Texts, { codes, because }: CardFaults, focus: boolean): Markup {
  const code = codes[0] ?? 'card-bad-fields-400';
  // A bank does not give its reasons; the message names a fault only when a field is wrong.
  const what =
    because === null
      ? html`${texts.codes[code]}.`
      : html`<strong>${texts[because]}</strong>${fieldOf(code) && html` ${texts.codes[code]}.`}`;
  return html`<div class="fs bad" role="alert"${focus ? html` tabindex="-1" autofocus` : null}>${CROSS}<p>${what} ${texts.notTaken} <code>${code}</code></p></div>`;
}

function summary(payment: Payment, texts: Texts): Markup {
  const { language, title, orderNumber, amountKurus, expiresAtMs } = payment;
  return html`<div><dl class="sum">
<div><dt>${texts.product}</dt><dd lang="tr">${title}</dd></div>
<div><dt>${texts.order}</dt><dd>${orderNumber}</dd></div>
<div class="t"><dt>${texts.total}</dt><dd>${lira(language, amountKurus)}</dd></div>
</dl><p class="hint">${texts.vat}. ${texts.until(formatTime(expiresAtMs))}</p></div>`;
}

function cancelLink({ returnUrl, token }: Payment, texts: Texts): Markup {
  const url = new URL(returnUrl);
  url.searchParams.set('token', token);
  return html`<a class="btn" href="${url.href}">${texts.cancel}</a>`;
}

function cardList(texts: Texts): Markup {
  const rows = TEST_CARDS.map(
    ({ number, text }) =>
      html`<tr><td class="num">${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</td><td>${texts.cards[text]}</td></tr>`,
  );
  return html`<section class="panel"><div class="ph"><h2 id="cards">${texts.testCards}</h2></div><div class="pb"><p class="hint">${texts.testCardsHint}</p><table aria-labelledby="cards"><thead><tr><th scope="col">${texts.cardColumn}</th><th scope="col">${texts.outcomeColumn}</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

/** Renders the page for the one-time code. The page shows the code, because there is no telephone to send it to. */
export function codePage(payment: Payment, code: string): Page {
  const { language, token } = payment;
  const texts = TEXTS[language];
  return render(
    language,
    200,
    texts.codeTitle,
    html`<div class="narrow"><section class="panel card"><h1>${texts.codeTitle}</h1>
<p class="lead">${texts.codeLead}</p>
${summary(payment, texts)}
<p class="shown">${texts.codeShown} <output class="code" for="code">${code}</output></p>
<form method="post" action="/pay/${token}/code" novalidate>
<div class="fld"><label for="code">${texts.code}</label><input class="inp num" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" autofocus></div>
<div class="row"><button class="btn p" type="submit">${texts.confirm}</button><a class="btn" href="/pay/${token}?card">${texts.otherCard}</a></div>
</form></section></div>`,
  );
}

interface Notice {
  readonly status: number;
  readonly title: string;
  readonly lead: string;
  readonly good?: boolean;
  readonly action?: Markup;
}

function noticePage(language: Language, { status, title, lead, good, action }: Notice): Page {
  const sign = good
    ? html`<span class="sign ok">${TICK}</span>`
    : html`<span class="sign no">${STOP}</span>`;
  return render(
    language,
    status,
    title,
    html`<div class="narrow"><section class="panel card">${sign}<h1>${title}</h1><p class="lead">${lead}</p>${action ?? null}</section></div>`,
  );
}

/** Renders the form that returns to the shop: it posts the token, and a script submits it where scripts run. */
function wayBack({ returnUrl, token }: Payment, texts: Texts, hurry: boolean): Markup {
  return html`<form method="post" action="${returnUrl}"${hurry ? html` data-hurry` : null}><input type="hidden" name="token" value="${token}"><div class="row"><button class="btn p" type="submit" autofocus>${texts.goBack}</button></div></form>${hurry ? html`<script src="/assets/return.js" defer></script>` : null}`;
}

/** Renders the page after a successful payment. */
export function paidPage(payment: Payment): Page {
  const texts = TEXTS[payment.language];
  const { title, status, good } = { title: texts.paidTitle, status: 200, good: true };
  if (payment.capture?.ending === 'lost') {
    const shop = new URL(payment.returnUrl).origin;
    const action = html`<div class="row"><a class="btn" href="${shop}/">${texts.openShop}</a></div>`;
    return noticePage(payment.language, { title, status, good, lead: texts.lostLead, action });
  }
  const action = wayBack(payment, texts, true);
  return noticePage(payment.language, { title, status, good, lead: texts.paidLead, action });
}

/** Renders the page of a payment that can no longer be paid; `closed` when too many cards were tried. */
export function overPage(payment: Payment, closed: boolean): Page {
  const texts = TEXTS[payment.language];
  return noticePage(payment.language, {
    status: 410,
    title: texts.overTitle,
    lead: closed ? texts.closedLead : texts.overLead,
    action: wayBack(payment, texts, false),
  });
}

/** Renders the page after the browser has waited for a silent bank in vain. */
export function silentPage(payment: Payment): Page {
  const texts = TEXTS[payment.language];
  const { silentTitle: title, silentLead: lead } = texts;
  const action = wayBack(payment, texts, false);
  return noticePage(payment.language, { status: 504, title, lead, action });
}

/** Renders the page for an address without a payment. */
export function unknownPage(language: Language): Page {
  const { unknownTitle: title, unknownLead: lead } = TEXTS[language];
  return noticePage(language, { status: 404, title, lead });
}

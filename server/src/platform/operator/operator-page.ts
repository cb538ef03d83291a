import { istanbulWallMs, type Language, LOCALES } from '@rasat/contract';
import type { StoredAlarm } from '../alarms/alarm.ts';
import { alarmTitle } from '../alarms/texts.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { KeptMail } from '../mail/kept-mails.ts';

interface Words {
  readonly title: string;
  readonly lead: string;
  readonly empty: string;
  readonly none: string;
  readonly to: string;
  readonly start: string;
  readonly startLead: string;
  readonly health: string;
  readonly metrics: string;
  readonly alarms: string;
  readonly noAlarms: string;
  readonly alarmsUnknown: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  tr: {
    title: 'E-postalar',
    lead: 'Bir posta sunucusu ayarlanmadığı için Rasat’ın yazdığı e-postalar bu makinede tutulur ve yedi gün sonra silinir.',
    empty: 'Henüz e-posta yok. Bir e-posta yazılınca sayfayı yenileyin.',
    none: 'Burada e-posta tutulmuyor: e-postalar bir posta sunucusuna veriliyor veya onu bekliyor.',
    to: 'Kime:',
    start: 'İşletici sayfaları',
    startLead: 'Bu sayfalar yalnızca bu makineden açılır.',
    health: 'Sunucunun durumu (JSON)',
    metrics: 'Ölçümler (Prometheus metni)',
    alarms: 'Alarmlar',
    noAlarms: 'Süren alarm yok.',
    alarmsUnknown: 'Alarmlar okunamadı: veritabanı yanıt vermiyor.',
  },
  az: {
    title: 'Məktublar',
    lead: 'Poçt serveri qurulmadığı üçün Rasat-ın yazdığı məktublar bu maşında saxlanılır və yeddi gündən sonra silinir.',
    empty: 'Hələ məktub yoxdur. Məktub yazılanda səhifəni yeniləyin.',
    none: 'Burada məktub saxlanılmır: məktublar poçt serverinə verilir və ya onu gözləyir.',
    to: 'Kimə:',
    start: 'Operator səhifələri',
    startLead: 'Bu səhifələr yalnız bu maşından açılır.',
    health: 'Serverin vəziyyəti (JSON)',
    metrics: 'Ölçmələr (Prometheus mətni)',
    alarms: 'Xəbərdarlıqlar',
    noAlarms: 'Davam edən xəbərdarlıq yoxdur.',
    alarmsUnknown: 'Xəbərdarlıqlar oxunmadı: verilənlər bazası cavab vermir.',
  },
  en: {
    title: 'Emails',
    lead: 'No mail server is configured, so the emails that Rasat writes are kept on this machine and deleted after seven days.',
    empty: 'No emails yet. When one is written, reload the page.',
    none: 'No emails are kept here: they are handed to a mail server, or wait for one.',
    to: 'To:',
    start: 'Operator pages',
    startLead: 'These pages open on this machine alone.',
    health: 'State of the server (JSON)',
    metrics: 'Metrics (Prometheus text)',
    alarms: 'Alarms',
    noAlarms: 'No alarm lasts.',
    alarmsUnknown: 'The alarms could not be read: the database does not answer.',
  },
};

/** Style of every page of the operator's listener; its hash is part of their content security policy. */
export const OPERATOR_STYLE =
  ':root{color-scheme:light dark}body{margin:0;background:#f1f4f6;color:#12181f;font:15px/1.55 system-ui,sans-serif}' +
  'main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.4rem;line-height:1.2;margin:0 0 .5rem}' +
  'h2{font-size:1.05rem;line-height:1.3;margin:0;overflow-wrap:anywhere}p{margin:0 0 1rem}' +
  'article{margin:1rem 0 0;padding:1rem 1.1rem;background:#fff;border:1px solid #c9d1d9;border-radius:8px}' +
  '.about{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.3rem 0 .8rem;padding-bottom:.7rem;border-bottom:1px solid #dde3e8;' +
  'color:#55606c;font-size:.85rem;overflow-wrap:anywhere}pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'a{color:inherit;text-underline-offset:3px}a:focus-visible{outline:2px solid #8a6d1f;outline-offset:2px}' +
  'ul{padding-left:1.2rem}li{margin:.4rem 0}.lead{color:#55606c}' +
  '@media(prefers-color-scheme:dark){body{background:#0a0e13;color:#e6ebf0}article{background:#10161d;border-color:#27313c}' +
  '.about{border-color:#1d2630;color:#9aa7b4}.lead{color:#9aa7b4}}';

/**
 * Renders the first page of the listener: the alarms that last, and links to its other pages. `alarms` is null when they
 * could not be read.
 */
export function startPage(language: Language, alarms: readonly StoredAlarm[] | null): string {
  const { start, startLead, title, health, metrics } = WORDS[language];
  const link = (address: string, label: string): string =>
    `<li><a href="${address}">${escapeHtml(label)}</a></li>`;
  return page(
    language,
    start,
    `<p class="lead">${escapeHtml(startLead)}</p><ul>${link('/mails', title)}${link('/health', health)}` +
      `${link('/metrics', metrics)}</ul>${alarmList(language, alarms)}`,
  );
}

function alarmList(language: Language, alarms: readonly StoredAlarm[] | null): string {
  const words = WORDS[language];
  const said = alarms === null ? words.alarmsUnknown : words.noAlarms;
  const list = (alarms ?? []).map(
    (alarm) =>
      `<li>${escapeHtml(alarmTitle(language, alarm))} · ${time(language, alarm.beganMs)}</li>`,
  );
  return (
    `<section aria-labelledby="alarms"><h2 id="alarms">${escapeHtml(words.alarms)}</h2>` +
    `${list.length > 0 ? `<ul>${list.join('')}</ul>` : `<p>${escapeHtml(said)}</p>`}</section>`
  );
}

/** Renders a moment in Istanbul's time. */
function time(language: Language, timeMs: number): string {
  const shown = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(istanbulWallMs(timeMs));
  return `<time datetime="${new Date(timeMs).toISOString()}">${escapeHtml(shown)}</time>`;
}

/** Renders the page of the kept mails, the newest first. `mails` is null where no mails are kept. */
export function mailPage(language: Language, mails: readonly KeptMail[] | null): string {
  const { title, lead, empty, none } = WORDS[language];
  if (mails === null) return page(language, title, `<p>${escapeHtml(none)}</p>`);
  const list = mails.map((mail) => article(mail, language)).join('');
  return page(
    language,
    title,
    `<p class="lead">${escapeHtml(lead)}</p>${list === '' ? `<p>${escapeHtml(empty)}</p>` : list}`,
  );
}

function article({ id, to, subject, text, language: of, written }: KeptMail, language: Language) {
  // Most mails repeat their subject at the beginning.
  const body = text.startsWith(`${subject}\n\n`) ? text.slice(subject.length).trimStart() : text;
  return (
    `<article aria-labelledby="m${id}"><h2 id="m${id}" lang="${of}">${escapeHtml(subject)}</h2>` +
    `<p class="about"><span>${escapeHtml(`${WORDS[language].to} ${to}`)}</span>` +
    `${time(language, written)}</p>` +
    `<pre lang="${of}">${withLinks(body)}</pre></article>`
  );
}

const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,)]/g;

/** Renders a text as HTML with its web addresses as links. */
function withLinks(text: string): string {
  let html = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    html += escapeHtml(text.slice(from, index));
    html += `<a href="${escapeHtml(address)}" rel="noopener noreferrer">${escapeHtml(address)}</a>`;
    from = index + address.length;
  }
  return html + escapeHtml(text.slice(from));
}

function page(language: Language, title: string, body: string): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} · Rasat</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<link rel="icon" href="data:,"><style>${OPERATOR_STYLE}</style></head><body><main>` +
    `<h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  );
}

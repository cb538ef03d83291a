import type { Language } from '@rasat/contract';

/** Contents of a mail, as plain texts in the caller's wording and language. */
export interface MailParts {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown large and on its own, for reading and typing. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Documents in small print below the mail; in Turkish for every language of the mail. */
  readonly annexes?: readonly MailAnnex[];
  /** Reason why the mail was sent; by default that it concerns the reader's account. */
  readonly footer?: string;
  readonly language: Language;
}

/** A document below a mail: its title, then parts of a heading and paragraphs. */
export interface MailAnnex {
  readonly title: string;
  readonly parts: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

const FOOTERS = {
  tr: 'Bu e-posta, Rasat hesabınızla ilgili olduğu için gönderildi. Yanıtlamanız gerekmez.',
  az: 'Bu məktub Rasat hesabınızla bağlı olduğu üçün göndərilib. Cavab yazmağınıza ehtiyac yoxdur.',
  en: 'You received this email because it concerns your Rasat account. There is no need to reply.',
} as const;

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#17202a';
const FAINT = '#5b6875';
const LINE = '#dfe5ea';
/** Styles for a reader's dark mode; mail programs without one show the light styles. */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background: #0a0e13 !important; color: #e8edf1 !important }
.sheet { background: #10151b !important; border-color: #28313b !important }
.faint { color: #9aa7b3 !important }
.rule { border-color: #28313b !important }
.code { background: #171d25 !important; color: #e8edf1 !important }
.act { background: #e8edf1 !important; color: #10151b !important }
}`;

/** Renders a mail as plain text and as HTML. All its parts are texts; none is interpreted as markup. */
export function mailLayout(parts: MailParts): { readonly text: string; readonly html: string } {
  return { text: plain(parts), html: html(parts) };
}

/** Returns the language of a mail that `mailLayout` rendered. */
export function languageOf(html: string): MailParts['language'] {
  const [, found] = /<html lang="(\w+)">/.exec(html) ?? [];
  return found === 'az' || found === 'en' ? found : 'tr';
}

function plain(parts: MailParts): string {
  const { title, paragraphs, code, action, annexes = [], language } = parts;
  const { footer = FOOTERS[language] } = parts;
  const blocks = [title, ...paragraphs];
  if (code !== undefined) blocks.push(`    ${code}`);
  if (action) blocks.push(`${action.label}:\n${action.url}`);
  for (const annex of annexes) {
    blocks.push(`${'='.repeat(60)}\n${annex.title}`);
    for (const { heading, paragraphs: texts } of annex.parts) blocks.push(heading, ...texts);
  }
  return `${[...blocks, `-- \nRasat\n${footer}`].join('\n\n')}\n`;
}

const SMALL = `margin:0 0 8px;color:${FAINT};font-size:13px;line-height:1.5`;

function annexHtml({ title, parts }: MailAnnex): string {
  const rows = parts.map(
    ({ heading, paragraphs }) =>
      `<h3 style="margin:16px 0 8px;font-size:14px">${encodeMarkup(heading)}</h3>\n${paragraphs
        .map((text) => `<p class="faint" style="${SMALL}">${encodeMarkup(text)}</p>`)
        .join('\n')}`,
  );
  return `<div lang="tr" class="rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${LINE}">
<h2 style="margin:0 0 8px;font-size:16px">${encodeMarkup(title)}</h2>
${rows.join('\n')}
</div>`;
}

function html(parts: MailParts): string {
  const { title, paragraphs, code, action, annexes, language } = parts;
  const { footer = FOOTERS[language] } = parts;
  const rows = paragraphs.map(
    (text) =>
      `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${encodeMarkup(text)}</p>`,
  );
  if (code !== undefined) {
    rows.push(
      `<p class="code" style="margin:8px 0 24px;padding:16px;background:#eef2f5;border-radius:5px;text-align:center;font-family:ui-monospace,Consolas,monospace;font-size:28px;letter-spacing:4px">${encodeMarkup(code)}</p>`,
    );
  }
  if (action) {
    const url = encodeMarkup(action.url);
    rows.push(
      `<p style="margin:8px 0 12px"><a class="act" href="${url}" style="display:inline-block;padding:12px 20px;background:${INK};border-radius:5px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${encodeMarkup(action.label)}</a></p>`,
      // The address as text, for mail programs that open no links.
      `<p class="faint" style="margin:0 0 24px;color:${FAINT};font-size:13px;line-height:1.5;word-break:break-all">${url}</p>`,
    );
  }
  rows.push(...(annexes ?? []).map(annexHtml));
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${encodeMarkup(title)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;background:#f1f4f6;color:${INK};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="sheet" style="padding:32px;background:#ffffff;border:1px solid ${LINE};border-radius:8px">
<p style="margin:0 0 24px;padding-left:10px;border-left:3px solid #b0832f;font-size:16px;font-weight:700;line-height:1.2">Rasat</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${encodeMarkup(title)}</h1>
${rows.join('\n')}
<p class="faint rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${LINE};color:${FAINT};font-size:13px;line-height:1.5">${encodeMarkup(footer)}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function encodeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

import type { Language } from '@rasat/contract';
import type { FastifyRequest } from 'fastify';
import { requestLanguage } from './request-language.ts';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly again: string;
  readonly home: string;
  readonly number: string;
}

/** Reason of an error page: the address, too many calls, or the server. */
type Reason = 'address' | 'often' | 'unavailable' | 'broken';

const COMMON = {
  tr: { again: 'Yeniden dene', home: 'Ana sayfa', number: 'İstek numarası' },
  az: { again: 'Yenidən sına', home: 'Ana səhifə', number: 'Sorğu nömrəsi' },
  en: { again: 'Try again', home: 'Home page', number: 'Request number' },
} as const satisfies Readonly<Record<Language, object>>;

const TEXTS: Readonly<Record<Reason, Readonly<Record<Language, readonly [string, string]>>>> = {
  address: {
    tr: ['Bu adres okunamıyor', 'Adres eksik veya yanlış yazılmış olabilir.'],
    az: ['Bu ünvan oxunmur', 'Ünvan natamam və ya səhv yazılmış ola bilər.'],
    en: ['This address cannot be read', 'It may be incomplete or mistyped.'],
  },
  often: {
    tr: ['Çok sık istek geldi', 'Bir dakika sonra yeniden deneyin.'],
    az: ['Həddən artıq tez-tez sorğu gəldi', 'Bir dəqiqədən sonra yenidən sınayın.'],
    en: ['Too many requests', 'Try again in a minute.'],
  },
  unavailable: {
    tr: ['Şu anda yanıt verilemiyor', 'Birkaç saniye sonra yeniden deneyin.'],
    az: ['Hazırda cavab vermək mümkün deyil', 'Bir neçə saniyədən sonra yenidən sınayın.'],
    en: ['No answer is possible right now', 'Try again in a few seconds.'],
  },
  broken: {
    tr: ['Sayfa açılamadı', 'Beklenmeyen bir hata oluştu. Yeniden denemek çoğu zaman yeter.'],
    az: ['Səhifə açılmadı', 'Gözlənilməz xəta baş verdi. Yenidən sınamaq çox vaxt kifayətdir.'],
    en: [
      'The page could not be opened',
      'An unexpected error occurred. Trying again is usually enough.',
    ],
  },
};

/** Returns whether the request is for a page, and not for a call or a file. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/api(\/|$|\?)/.test(url) &&
    (headers.accept ?? '').includes('text/html')
  );
}

/**
 * Renders an error page that needs no other file of the server: the reason and links. For answers with status 400 and
 * more.
 */
export function plainPage(request: FastifyRequest, status: number): string {
  const language = requestLanguage(request.headers);
  const [title, text] = TEXTS[reasonOf(status)][language];
  return write({ title, text, ...COMMON[language] }, language, request.id);
}

function reasonOf(status: number): Reason {
  if (status === 429) return 'often';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'broken' : 'address';
}

const STYLE =
  'body{margin:0;min-height:100dvh;display:grid;place-content:center start;max-width:40rem;margin-inline:auto;padding:2rem;' +
  'box-sizing:border-box;background:#f1f4f6;color:#12181f;font:16px/1.5 system-ui,sans-serif}' +
  'h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.2}p{margin:0 0 1.25rem}small{color:#55606c}' +
  'a{display:inline-block;margin:0 .5rem .5rem 0;padding:.6rem 1rem;border:1px solid #75828f;border-radius:5px;color:inherit;' +
  'text-decoration:none}@media(prefers-color-scheme:dark){body{background:#0a0e13;color:#e6ebf0}small{color:#9aa7b4}}';

function write(words: Words, language: Language, id: string): string {
  const { title, text, again, home, number } = words;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title} · Rasat</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<link rel="icon" type="image/svg+xml" href="/favicon.svg"><style>${STYLE}</style></head><body><main>` +
    `<h1>${title}</h1><p>${text}</p><p><a href="">${again}</a><a href="/">${home}</a></p>` +
    `<small>${number}: ${id}</small></main></body></html>`
  );
}

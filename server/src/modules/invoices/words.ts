import type { Product } from '@rasat/contract';
import type { InvoiceKind } from './store.ts';

/** Names of the products on a document. */
export const PRODUCT_NAMES: Readonly<Record<Product, string>> = {
  '3-months': 'Rasat platform aboneliği, 3 ay',
  '6-months': 'Rasat platform aboneliği, 6 ay',
  lesson: 'Rasat teknik çizim eğitimi, 8 ders',
};

/** Name and wording of each kind of document, where the kinds differ. */
export const KIND_WORDS: Readonly<
  Record<
    InvoiceKind,
    {
      readonly title: string;
      /** File name, before the number. */
      readonly file: string;
      readonly paidAt: string;
      readonly total: string;
      readonly note: string;
    }
  >
> = {
  invoice: {
    title: 'Fatura',
    file: 'fatura',
    paidAt: 'Ödeme tarihi',
    total: 'Ödenen toplam',
    note: 'Bedel, kartla ve tek seferde ödenmiştir.',
  },
  'credit-note': {
    title: 'İade belgesi',
    file: 'iade-belgesi',
    paidAt: 'İade tarihi',
    total: 'İade edilen toplam',
    note: 'Bu belge, yukarıda numarası yazılı faturayı tutarının tamamıyla geri alır. İade, ödemenin yapıldığı karta yapılmıştır.',
  },
};

/** Formats kuruş for Turkish readers: `3.900,00 TL`. */
export function lira(kurus: number): string {
  const [whole = '', part = ''] = (kurus / 100).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${part} TL`;
}

const ONES = ['', 'bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz'];
const TENS = ['', 'on', 'yirmi', 'otuz', 'kırk', 'elli', 'altmış', 'yetmiş', 'seksen', 'doksan'];
const SCALES = ['', 'bin', 'milyon', 'milyar', 'trilyon'];

function hundreds(value: number): string[] {
  const hundred = Math.floor(value / 100);
  return [
    hundred > 1 ? (ONES[hundred] ?? '') : '',
    hundred > 0 ? 'yüz' : '',
    TENS[Math.floor(value / 10) % 10] ?? '',
    ONES[value % 10] ?? '',
  ].filter(Boolean);
}

/** Returns a whole number from 0 to 10^15 - 1 in Turkish words: 1250 is `bin iki yüz elli`. */
export function inWords(value: number): string {
  const words: string[] = [];
  for (let rest = value, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1) {
    const part = rest % 1000;
    if (part === 0) continue;
    // One thousand is "bin" alone.
    const count = scale === 1 && part === 1 ? [] : hundreds(part);
    words.unshift(...count, ...(scale > 0 ? [SCALES[scale] ?? ''] : []));
  }
  return words.join(' ') || 'sıfır';
}

/** Returns an amount in words, as printed below the total: `Yalnız üç bin dokuz yüz Türk lirası`. */
export function liraInWords(kurus: number): string {
  const rest = kurus % 100;
  const part = rest > 0 ? ` ${inWords(rest)} kuruş` : '';
  return `Yalnız ${inWords(Math.floor(kurus / 100))} Türk lirası${part}`;
}

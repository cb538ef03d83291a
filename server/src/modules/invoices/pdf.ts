import type { Product } from '@rasat/contract';
import { shortDay, shortMoment } from '../../platform/short-moment.ts';
import type { Buyer } from './buyer.ts';
import { CONTENT_WIDTH, INK, openSheet, PAGE, type Sheet } from './page.ts';
import type { Seller } from './seller.ts';
import type { InvoiceKind } from './store.ts';
import { KIND_WORDS, lira, liraInWords, PRODUCT_NAMES } from './words.ts';

/** Contents of a document. Amounts are kuruş, times UTC epoch milliseconds. */
export interface InvoiceSheet {
  readonly kind: InvoiceKind;
  readonly number: string;
  readonly issuedAtMs: number;
  /** Time of the payment, or of the refund. */
  readonly paidAtMs: number;
  readonly orderNumber: string;
  readonly product: Product;
  readonly period: { readonly startMs: number; readonly endMs: number } | null;
  readonly amount: number;
  readonly net: number;
  readonly vat: number;
  readonly vatRate: number;
  readonly seller: Seller;
  readonly buyer: Buyer;
  /** Invoice that a credit note cancels; null for an invoice. */
  readonly refersTo: { readonly number: string; readonly issuedAtMs: number } | null;
}

const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const HALF = (CONTENT_WIDTH - 24) / 2;

/** Renders a document as a PDF: one sheet of A4 in Turkish, times of Istanbul. */
export async function renderInvoice(invoice: InvoiceSheet): Promise<Buffer> {
  const { title } = KIND_WORDS[invoice.kind];
  const sheet = await openSheet({
    title: `${title} ${invoice.number}`,
    author: invoice.seller.title,
    createdAtMs: invoice.issuedAtMs,
  });
  if (invoice.seller.demonstration) drawWatermark(sheet);
  let y = drawHead(sheet, invoice);
  y = drawParties(sheet, invoice, y);
  y = drawFacts(sheet, invoice, y);
  y = drawLines(sheet, invoice, y);
  drawTotals(sheet, invoice, y);
  drawFoot(sheet, invoice);
  return sheet.end();
}

function drawWatermark({ decorate }: Sheet): void {
  decorate((doc) => {
    // In the empty part of the sheet, so that it covers no figure.
    doc.rotate(-14, { origin: [PAGE.width / 2, 650] });
    doc.font('bold').fontSize(92).fillColor(INK.watermark);
    doc.text('Deneme', 0, 590, { width: PAGE.width, align: 'center' });
  });
}

function drawHead({ root, text, decorate }: Sheet, invoice: InvoiceSheet): number {
  decorate((doc) => {
    doc.translate(LEFT, 44).scale(1.25).lineWidth(1.6).strokeColor(INK.brass);
    doc.path('M4 20V4a16 16 0 0 1 16 16z').lineJoin('round').stroke();
    doc.path('M4 20 16.2 7.8').lineCap('round').stroke();
    doc.circle(17.6, 6.4, 1.7).fill(INK.brass);
  });
  text(root, 'P', 'Rasat', { x: LEFT + 36, y: 45, width: 160, size: 20, bold: true });
  const right = { x: RIGHT - 300, width: 300, align: 'right' } as const;
  const { title } = KIND_WORDS[invoice.kind];
  text(root, 'H1', title, { ...right, y: 42, size: 19, bold: true });
  text(root, 'P', invoice.number, { ...right, y: 69, size: 11, bold: true });
  text(root, 'P', 'Alıcı nüshası', { ...right, y: 86, size: 8.5, color: INK.third });
  let y = 112;
  if (invoice.seller.demonstration) {
    decorate((doc) => doc.rect(LEFT, y, CONTENT_WIDTH, 24).fill(INK.warningTint));
    const words = 'Deneme belgesi: gerçek bir satışa ait değildir, fatura yerine geçmez.';
    const place = { x: LEFT + 10, y: y + 6, width: CONTENT_WIDTH - 20 };
    text(root, 'P', words, { ...place, bold: true, color: INK.warning });
    y += 40;
  } else {
    rule(decorate, y);
    y += 16;
  }
  return y;
}

function drawParties({ root, group, text }: Sheet, invoice: InvoiceSheet, top: number): number {
  const { seller, buyer } = invoice;
  const party = (x: number, role: string, name: string, lines: readonly string[]): number => {
    const section = group(root, 'Sect');
    let y = top;
    y += text(section, 'H2', role, { x, y, width: HALF, size: 8, color: INK.third }) + 3;
    y += text(section, 'P', name, { x, y, width: HALF, size: 10.5, bold: true }) + 3;
    for (const line of lines) {
      y += text(section, 'P', line, { x, y, width: HALF, color: INK.second }) + 1;
    }
    section.end();
    return y;
  };
  const one = party(LEFT, 'Satıcı', seller.title, [
    seller.address,
    `Vergi dairesi: ${seller.taxOffice}`,
    `Vergi no: ${seller.taxNumber}`,
  ]);
  const two = party(LEFT + HALF + 24, 'Alıcı', buyer.name, [
    buyer.address,
    `Kimlik no: ${buyer.identity}`,
    `E-posta: ${buyer.mail}`,
  ]);
  return Math.max(one, two) + 18;
}

function drawFacts(sheet: Sheet, invoice: InvoiceSheet, top: number): number {
  const { root, group, text, decorate } = sheet;
  const { period, refersTo } = invoice;
  const facts: [string, string][] = [
    ['Düzenleme tarihi', shortMoment(invoice.issuedAtMs)],
    [KIND_WORDS[invoice.kind].paidAt, shortMoment(invoice.paidAtMs)],
    ['Sipariş no', invoice.orderNumber],
  ];
  if (refersTo) {
    facts.push(['Geri alınan fatura', `${refersTo.number}\n${shortDay(refersTo.issuedAtMs)}`]);
  } else if (period) {
    facts.push(['Dönem', `${shortDay(period.startMs)} – ${shortDay(period.endMs)}`]);
  }
  const height = refersTo ? 56 : 44;
  decorate((doc) => doc.roundedRect(LEFT, top, CONTENT_WIDTH, height, 4).fill(INK.tint));
  const section = group(root, 'Sect');
  const width = CONTENT_WIDTH / 4;
  for (const [at, [name, value]] of facts.entries()) {
    const place = { x: LEFT + 12 + at * width, width: width - 14 };
    text(section, 'P', name, { ...place, y: top + 8, size: 8, color: INK.third });
    text(section, 'P', value, { ...place, y: top + 22, bold: true });
  }
  section.end();
  return top + height + 24;
}

/** Returns the columns of the table: heading, value, width, alignment. */
function columnsOf(invoice: InvoiceSheet): [string, string, number, 'left' | 'right'][] {
  return [
    ['Açıklama', describe(invoice), 209, 'left'],
    ['Miktar', '1 adet', 50, 'right'],
    ['Birim fiyat (KDV hariç)', lira(invoice.net), 116, 'right'],
    ['KDV', `%${invoice.vatRate}`, 40, 'right'],
    ['KDV tutarı', lira(invoice.vat), 84.28, 'right'],
  ];
}

function describe({ product, period }: InvoiceSheet): string {
  const name = PRODUCT_NAMES[product];
  if (!period) return name;
  return `${name}\n${shortDay(period.startMs)} – ${shortDay(period.endMs)}`;
}

function drawLines(sheet: Sheet, invoice: InvoiceSheet, top: number): number {
  const { root, group, text, decorate } = sheet;
  const table = group(root, 'Table');
  const row = (role: 'TH' | 'TD', y: number): number => {
    const line = group(table, 'TR');
    let x: number = LEFT;
    let height = 0;
    for (const [heading, value, width, align] of columnsOf(invoice)) {
      const words = role === 'TH' ? heading : value;
      const style = role === 'TH' ? { size: 8, color: INK.third } : { size: 9.5 };
      height = Math.max(height, text(line, role, words, { x, y, width, align, ...style }));
      x += width;
    }
    line.end();
    return y + height;
  };
  let y = row('TH', top) + 5;
  rule(decorate, y);
  y = row('TD', y + 9) + 9;
  rule(decorate, y);
  table.end();
  return y + 14;
}

function drawTotals(sheet: Sheet, invoice: InvoiceSheet, top: number): void {
  const { root, group, text, decorate } = sheet;
  const { net, vat, vatRate, amount, kind } = invoice;
  const table = group(root, 'Table');
  const x = RIGHT - 250;
  const row = (name: string, value: string, y: number, bold: boolean): number => {
    const line = group(table, 'TR');
    const size = bold ? 11.5 : 9.5;
    text(line, 'TH', name, { x, y, width: 140, size, bold, color: bold ? INK.text : INK.second });
    const cell = { x: x + 140, y, width: 110, align: 'right', size, bold } as const;
    const height = text(line, 'TD', value, cell);
    line.end();
    return y + height;
  };
  let y = row('Ara toplam (KDV hariç)', lira(net), top, false) + 5;
  y = row(`KDV (%${vatRate})`, lira(vat), y, false) + 8;
  decorate((doc) => doc.rect(x, y, 250, 0.8).fill(INK.text));
  y = row(KIND_WORDS[kind].total, lira(amount), y + 8, true) + 6;
  table.end();
  const words = liraInWords(amount);
  text(root, 'P', words, { x, y, width: 250, size: 8.5, align: 'right', color: INK.third });
}

function drawFoot({ root, text, decorate }: Sheet, invoice: InvoiceSheet): void {
  const top = PAGE.height - PAGE.margin - 40;
  rule(decorate, top);
  const place = { x: LEFT, width: CONTENT_WIDTH, size: 8, color: INK.third };
  const { note } = KIND_WORDS[invoice.kind];
  const height = text(root, 'P', note, { ...place, y: top + 10 });
  const clock = 'Tarih ve saatler Türkiye saatiyledir (TSİ).';
  text(root, 'P', clock, { ...place, y: top + 12 + height });
}

function rule(decorate: Sheet['decorate'], y: number): void {
  decorate((doc) => doc.rect(LEFT, y, CONTENT_WIDTH, 0.6).fill(INK.line));
}

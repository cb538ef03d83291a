import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdfText } from '../../testing/pdf-text.ts';
import { type InvoiceSheet, renderInvoice } from './pdf.ts';

const INVOICE: InvoiceSheet = {
  kind: 'invoice',
  number: 'RST2026000000012',
  // 00:30 of the next day in Istanbul.
  issuedAtMs: Date.UTC(2026, 10, 21, 21, 30),
  paidAtMs: Date.UTC(2026, 10, 21, 20, 59),
  orderNumber: 'RS-2026-000123',
  product: '6-months',
  period: { startMs: Date.UTC(2026, 10, 21, 21, 30), endMs: Date.UTC(2027, 4, 21, 21, 30) },
  amount: 390_000,
  net: 325_000,
  vat: 65_000,
  vatRate: 20,
  seller: {
    title: 'Çağdaş Gözlem İşletmeleri A.Ş.',
    taxOffice: 'Üsküdar',
    taxNumber: '1234567890',
    address: 'Kandilli Mah. Rasathane Cad. No: 12, Üsküdar, İstanbul',
    demonstration: false,
  },
  buyer: {
    name: 'Gülşah Əliyeva-Ilgaz',
    mail: 'gulsah@ornek.com',
    identity: '10000000146',
    address: 'Bahçelievler Mahallesi, Şehit Öğretmen Sokağı No: 14, Beşiktaş, İstanbul, Türkiye',
  },
  refersTo: null,
};

const say = async (invoice: Partial<InvoiceSheet> = {}): Promise<string> =>
  readPdfText(await renderInvoice({ ...INVOICE, ...invoice })).join('\n');

test('an invoice says who sold what to whom, for how much, and when it was in Istanbul', async () => {
  const text = await say();
  for (const words of [
    'Fatura',
    'RST2026000000012',
    'Alıcı nüshası',
    'Çağdaş Gözlem İşletmeleri A.Ş.',
    'Vergi dairesi: Üsküdar',
    'Vergi no: 1234567890',
    'Gülşah Əliyeva-Ilgaz',
    'Kimlik no: 10000000146',
    'RS-2026-000123',
    '22.11.2026 00:30',
    '21.11.2026 23:59',
    '22.11.2026 – 22.05.2027',
    'Rasat platform aboneliği, 6 ay',
    '3.250,00 TL',
    'KDV (%20)',
    '650,00 TL',
    '3.900,00 TL',
    'Yalnız üç bin dokuz yüz Türk lirası',
  ]) {
    assert.ok(text.includes(words), `${words}\n\n${text}`);
  }
  // A long address goes on in the next line, and nothing of it is lost.
  const joined = text.replaceAll('\n', ' ').replaceAll(/ +/g, ' ');
  assert.ok(joined.includes(INVOICE.buyer.address), joined);
  assert.ok(!text.includes('\uFFFD'), 'every glyph can be copied as a character');
});

test('each figure and each date stands with its own name', async () => {
  const lines = readPdfText(await renderInvoice(INVOICE));
  /** What is written next after a line. */
  const after = (line: string, count = 1): string[] => {
    const at = lines.indexOf(line);
    assert.notEqual(at, -1, `${line}\n\n${lines.join('\n')}`);
    return lines.slice(at + 1, at + 1 + count);
  };
  for (const [name, value] of [
    ['Düzenleme tarihi', '22.11.2026 00:30'],
    ['Ödeme tarihi', '21.11.2026 23:59'],
    ['Sipariş no', 'RS-2026-000123'],
    ['Dönem', '22.11.2026 – 22.05.2027'],
    ['Ara toplam (KDV hariç)', '3.250,00 TL'],
    ['KDV (%20)', '650,00 TL'],
    ['Ödenen toplam', '3.900,00 TL'],
    ['3.900,00 TL', 'Yalnız üç bin dokuz yüz Türk lirası'],
    ['Satıcı', 'Çağdaş Gözlem İşletmeleri A.Ş.'],
    ['Alıcı', 'Gülşah Əliyeva-Ilgaz'],
  ] as const) {
    assert.deepEqual(after(name), [value], name);
  }
  // The cells of the one line: what, how many, its price, VAT in per cent, VAT.
  assert.deepEqual(after('KDV tutarı', 6), [
    'Rasat platform aboneliği, 6 ay',
    '22.11.2026 – 22.05.2027',
    '1 adet',
    '3.250,00 TL',
    '%20',
    '650,00 TL',
  ]);
  const credit = readPdfText(
    await renderInvoice({
      ...INVOICE,
      kind: 'credit-note',
      number: 'RSI2027000000001',
      refersTo: { number: 'RST2026000000012', issuedAtMs: Date.UTC(2026, 9, 1, 21, 30) },
    }),
  );
  const at = credit.indexOf('Geri alınan fatura');
  assert.deepEqual(credit.slice(at + 1, at + 3), ['RST2026000000012', '02.10.2026']);
  assert.equal(credit[credit.indexOf('İade tarihi') + 1], '21.11.2026 23:59');
});

test('a credit note names the invoice that it takes back', async () => {
  const refersTo = { number: 'RST2026000000012', issuedAtMs: INVOICE.issuedAtMs };
  const text = await say({ kind: 'credit-note', number: 'RSI2027000000001', refersTo });
  for (const words of [
    'İade belgesi',
    'RSI2027000000001',
    'Geri alınan fatura',
    'RST2026000000012',
    'İade tarihi',
    'İade edilen toplam',
  ]) {
    assert.ok(text.includes(words), words);
  }
});

test('the education has no period', async () => {
  const text = await say({ product: 'lesson', period: null });
  assert.ok(text.includes('Rasat teknik çizim eğitimi, 8 ders'));
  assert.ok(!text.includes('Dönem'));
});

test('what is a demonstration cannot be taken for an invoice', async () => {
  const seller = { ...INVOICE.seller, demonstration: true };
  const text = await say({ seller });
  assert.ok(text.includes('Deneme belgesi: gerçek bir satışa ait değildir'), text);
  assert.ok(!(await say()).includes('Deneme belgesi'));
});

test('the file is tagged, archivable, Turkish, titled, on one sheet, and the same each time', async () => {
  const pdf = await renderInvoice(INVOICE);
  const file = pdf.toString('latin1');
  for (const [what, pattern] of Object.entries({
    version: /^%PDF-1\.7/,
    language: /\/Lang \(tr-TR\)/,
    tags: /\/Marked true/,
    heading: /\/S \/H1/,
    'heading of a column': /\/S \/TH/,
    title: /\(Fatura RST2026000000012\)/,
    'title in the window': /\/DisplayDocTitle true/,
    archive: /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>A</,
  })) {
    assert.ok(pattern.test(file), what);
  }
  assert.equal(file.match(/\/Type \/Page\n/g)?.length, 1);
  assert.ok((await renderInvoice(INVOICE)).equals(pdf));
});

test('the longest fields that an account may have stay on the sheet', async () => {
  const long = (length: number): string => 'Wğ'.repeat(length).slice(0, length);
  const text = await say({
    buyer: {
      name: `${long(50)} ${long(50)}`,
      mail: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
      identity: long(50),
      address: `${long(150)}, ${long(50)}, ${long(50)}, Birleşik Arap Emirlikleri`,
    },
  });
  assert.ok(text.replaceAll('\n', '').includes(long(150)), text);
});

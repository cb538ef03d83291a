import assert from 'node:assert/strict';
import test from 'node:test';
import { RATES, rateOf } from './rates.ts';
import { readCbar, readEcb, readEvds, readTcmb } from './wire.ts';

// Documents as the banks write them (vendors.md, section 8), with rates that were worked out by hand.

const codes = ['USD', 'EUR', 'JPY'];

const TCMB = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="isokur.xsl"?>
<Tarih_Date Tarih="20.11.2026" Date="11/20/2026"  Bulten_No="2026/218" >
	<Currency CrossOrder="0" Kod="USD" CurrencyCode="USD">
			<Unit>1</Unit>
			<Isim>ABD DOLARI</Isim>
			<CurrencyName>US DOLLAR</CurrencyName>
			<ForexBuying>42.1034</ForexBuying>
			<ForexSelling>42.1793</ForexSelling>
			<BanknoteBuying>42.0739</BanknoteBuying>
			<BanknoteSelling>42.2426</BanknoteSelling>
			<CrossRateUSD/>
			<CrossRateOther/>
	</Currency>
	<Currency CrossOrder="9" Kod="JPY" CurrencyCode="JPY">
			<Unit>100</Unit>
			<ForexBuying>26.7</ForexBuying>
			<ForexSelling>26.9</ForexSelling>
	</Currency>
	<Currency CrossOrder="9" Kod="EUR" CurrencyCode="EUR">
			<Unit>1</Unit>
			<ForexBuying></ForexBuying>
			<ForexSelling/>
			<BanknoteBuying>48.5</BanknoteBuying>
	</Currency>
	<Currency Kod="XDR" CurrencyCode="XDR"><Unit>1</Unit><ForexBuying>57.1</ForexBuying><ForexSelling></ForexSelling></Currency>
</Tarih_Date>`;

const CBAR = `<?xml version="1.0" encoding="UTF-8"?>
<ValCurs Date="20.11.2026" Name="AZN məzənnələri" Description="Azərbaycan Respublikası Mərkəzi Bankının məzənnəsi">
<ValType Type="Bank metalları">
<Valute Code="XAU"><Nominal>1 t.u.</Nominal><Name>Qızıl</Name><Value>6931.1</Value></Valute>
</ValType>
<ValType Type="Xarici valyutalar">
<Valute Code="USD"><Nominal>1</Nominal><Name>1 ABŞ dolları</Name><Value>1.7</Value></Valute>
<Valute Code="JPY"><Nominal>100</Nominal><Name>100 Yapon yeni</Name><Value>1,0966</Value></Valute>
</ValType>
</ValCurs>`;

const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>
		<Cube time='2026-11-20'><Cube currency='USD' rate='1.1523'/><Cube currency='JPY' rate='181.27'/><Cube currency='SEK' rate='10.9'/></Cube>
		<Cube time='2026-11-19'><Cube currency='USD' rate='1.1511'/><Cube currency='JPY' rate='180.91'/></Cube>
	</Cube>
</gesmes:Envelope>`;

const FRIDAY_MS = Date.UTC(2026, 10, 20);

function ratesOf(symbol: string, sheet: Parameters<typeof rateOf>[1] | null | undefined) {
  const rate = RATES.find((one) => one.symbol === symbol);
  assert.ok(rate && sheet);
  return rateOf(rate, sheet);
}

test('a sheet of TCMB has the mids of one unit under its own date, which is written month first', () => {
  const sheet = readTcmb(TCMB, codes);
  assert.equal(sheet?.dayMs, FRIDAY_MS);
  assert.equal(ratesOf('USDTRY', sheet), 42.14135, '(42.1034 + 42.1793) / 2');
  assert.equal(Number(sheet?.prices.get('JPY')?.toFixed(6)), 0.268, '(26.7 + 26.9) / 2 / 100');
  assert.equal(sheet?.prices.has('EUR'), false, 'only notes of it are traded');
  assert.equal(ratesOf('EURTRY', sheet), null);
});

test('a sheet of CBAR is divided by its nominal, and a comma is a point', () => {
  const sheet = readCbar(CBAR, codes);
  assert.equal(sheet?.dayMs, FRIDAY_MS);
  assert.equal(ratesOf('USDAZN', sheet), 1.7);
  assert.equal(Number(sheet?.prices.get('JPY')?.toFixed(6)), 0.010966, '1.0966 for 100');
  const rouble = CBAR.replaceAll('JPY', 'RUB').replace('1,0966', '2,1012');
  assert.equal(ratesOf('RUBAZN', readCbar(rouble, ['RUB'])), 0.021012);
});

test('a file of the ECB has its days in order, and crosses go through the euro', () => {
  const sheets = readEcb(ECB, codes);
  assert.deepEqual(
    sheets?.map(({ dayMs }) => dayMs),
    [FRIDAY_MS - 86_400_000, FRIDAY_MS],
  );
  assert.equal(ratesOf('EURUSD.ECB', sheets?.[1]), 1.1523);
  assert.equal(ratesOf('EURJPY.ECB', sheets?.[1]), 181.27);
  assert.equal(ratesOf('USDJPY.ECB', sheets?.[1]), 157.311, '181.27 / 1.1523 = 157.3114...');
  assert.equal(ratesOf('GBPUSD.ECB', sheets?.[1]), null);
});

test('an answer of EVDS has the mids of the days with rates', () => {
  const row = (Tarih: string, buying: string | null, selling: string | null) => ({
    Tarih,
    TP_DK_USD_A_YTL: buying,
    TP_DK_USD_S_YTL: selling,
    UNIXTIME: { $numberLong: '1795132800' },
  });
  const items = [row('20-11-2026', '42.10', '42.18'), row('21-11-2026', null, null)];
  assert.deepEqual(readEvds({ totalCount: 2, items }, 'USD'), [{ dayMs: FRIDAY_MS, rate: 42.14 }]);
  assert.equal(readEvds({ totalCount: 3, items }, 'USD'), null, 'a row is missing');
  const half = [row('20-11-2026', '42.10', null)];
  assert.equal(readEvds({ totalCount: 1, items: half }, 'USD'), null, 'one side alone');
  const twice = [items[0], items[0]];
  assert.equal(readEvds({ totalCount: 2, items: twice }, 'USD'), null, 'a day comes twice');
  assert.equal(readEvds({ items }, 'USD'), null);
});

test('a document of another form is refused', () => {
  const wrong: readonly (readonly [what: string, text: string])[] = [
    ['an empty answer', ''],
    ['a page', '<!DOCTYPE html><html><body>Bakım</body></html>'],
    ['half of a sheet', TCMB.slice(0, 600)],
    [
      'a type with an entity',
      TCMB.replace('<Tarih_Date', '<!DOCTYPE a [<!ENTITY b "1">]>\n<Tarih_Date'),
    ],
    ['an unknown entity', TCMB.replace('42.1034', '&b;')],
    ['no number', TCMB.replace('42.1034', 'NaN')],
    ['zero', TCMB.replace('42.1034', '0')],
    ['a negative rate', TCMB.replace('42.1034', '-42.1034')],
    ['a power of ten', TCMB.replace('42.1034', '1e400')],
    ['two points', TCMB.replace('42.1034', '1.042,1034')],
    ['one side alone', TCMB.replace('<ForexBuying>42.1034</ForexBuying>', '<ForexBuying/>')],
    ['no unit', TCMB.replace('<Unit>1</Unit>', '')],
    ['a currency twice', TCMB.replaceAll('CurrencyCode="JPY"', 'CurrencyCode="USD"')],
    [
      'a date that does not exist',
      TCMB.replace('11/20/2026', '02/30/2026').replace('20.11', '30.02'),
    ],
    ['a day first', TCMB.replace('11/20/2026', '20/11/2026')],
    ['two dates', TCMB.replace('20.11.2026', '19.11.2026')],
    ['a sheet of another bank', CBAR],
  ];
  for (const [what, text] of wrong) assert.equal(readTcmb(text, codes), null, what);
  assert.equal(readCbar(TCMB, codes), null);
  assert.equal(readCbar(CBAR.replace('>1.7<', '><'), codes), null);
  assert.equal(readCbar(CBAR.replace('<Nominal>1<', '<Nominal>0<'), codes), null);
  assert.equal(readEcb(CBAR, codes), null);
  assert.equal(readEcb(ECB.replace('1.1511', 'N/A'), codes), null);
  assert.equal(readEcb(ECB.replace('2026-11-19', '2026-11-20'), codes), null, 'a day comes twice');
});

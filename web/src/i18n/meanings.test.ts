import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';

// Texts that say a way, a state, an end or the place of a value, word for word: one that says the opposite, or that puts a
// value behind another one's name, would be wrong on every screen and no other test would see it, since they read the
// catalogue. The words are those of docs/glossary.md. A line: the key, then Turkish, Azerbaijani and English.
const MEANINGS = `
words.buy | Alış | Alış | Buy
words.sell | Satış | Satış | Sell
words.stopLong | Zarar durdur | Zərər dayandırma | Stop loss
words.entry | Giriş | Giriş | Entry
words.last | Güncel | Cari | Last
words.new | Yeni | Yeni | New
words.simulated | Simülasyon | Simulyasiya | Simulated
words.dayChange | Günlük değişim | Gündəlik dəyişmə | Day change
words.staleAt | Son fiyat {{time}} | Son qiymət {{time}} | Last price {{time}}
words.ended.stop | Zarar durdur | Zərər dayandırıldı | Stop loss hit
words.ended.target | TP2 görüldü | TP2-yə çatdı | TP2 reached
words.ended.expiry | Süresi doldu | Müddəti bitdi | Expired
words.ladder.known | {{way}} koşulu. Zarar durdur {{stop}}, giriş {{entry}}, birinci hedef {{target1}}, ikinci hedef {{target2}}, güncel fiyat {{last}}. | {{way}} şərti. Zərər dayandırma {{stop}}, giriş {{entry}}, birinci hədəf {{target1}}, ikinci hədəf {{target2}}, cari qiymət {{last}}. | {{way}} condition. Stop loss {{stop}}, entry {{entry}}, first target {{target1}}, second target {{target2}}, last price {{last}}.
words.ladder.ended | {{way}} koşulu, sona erdi: {{end}}. Zarar durdur {{stop}}, giriş {{entry}}, birinci hedef {{target1}}, ikinci hedef {{target2}}. | {{way}} şərti, başa çatıb: {{end}}. Zərər dayandırma {{stop}}, giriş {{entry}}, birinci hədəf {{target1}}, ikinci hədəf {{target2}}. | {{way}} condition, over: {{end}}. Stop loss {{stop}}, entry {{entry}}, first target {{target1}}, second target {{target2}}.
words.ladder.unknown | {{way}} koşulu. Zarar durdur {{stop}}, giriş {{entry}}, birinci hedef {{target1}}, ikinci hedef {{target2}}. Güncel fiyat yok. | {{way}} şərti. Zərər dayandırma {{stop}}, giriş {{entry}}, birinci hədəf {{target1}}, ikinci hədəf {{target2}}. Cari qiymət yoxdur. | {{way}} condition. Stop loss {{stop}}, entry {{entry}}, first target {{target1}}, second target {{target2}}. No last price.
words.category.crypto | Kripto | Kripto | Crypto
words.category.forex | Forex | Forex | Forex
words.category.index | Endeks | İndeks | Indices
dashboard.openBuys_one | {{count}} açık alış koşulu | {{count}} açıq alış şərti | {{count}} open buy condition
dashboard.openBuys_other | {{count}} açık alış koşulu | {{count}} açıq alış şərti | {{count}} open buy conditions
dashboard.openSells_one | {{count}} açık satış koşulu | {{count}} açıq satış şərti | {{count}} open sell condition
dashboard.openSells_other | {{count}} açık satış koşulu | {{count}} açıq satış şərti | {{count}} open sell conditions
dashboard.openBuy | Açık alış koşulu | Açıq alış şərti | Open buy condition
dashboard.openSell | Açık satış koşulu | Açıq satış şərti | Open sell condition
symbol.dayHigh | Günün en yükseği | Günün ən yüksəyi | Day high
symbol.dayLow | Günün en düşüğü | Günün ən aşağısı | Day low
symbol.weekOpen | Haftanın açılışı | Həftənin açılışı | Week open
symbol.state.live | canlı | canlı | live
symbol.state.closed | piyasa kapalı | bazar bağlıdır | market closed
symbol.state.stale | gecikmeli | gecikir | delayed
symbol.state.reconnecting | yeniden bağlanıyor | yenidən qoşulur | reconnecting
symbol.state.waiting | ilk fiyat bekleniyor | ilk qiymət gözlənilir | waiting for the first price
symbol.analysis.up | {{name}}: yukarı, {{pips}}/3 | {{name}}: yuxarı, {{pips}}/3 | {{name}}: up, {{pips}}/3
symbol.analysis.down | {{name}}: aşağı, {{pips}}/3 | {{name}}: aşağı, {{pips}}/3 | {{name}}: down, {{pips}}/3
symbol.analysis.flat | {{name}}: yönsüz, {{pips}}/3 | {{name}}: istiqamətsiz, {{pips}}/3 | {{name}}: no direction, {{pips}}/3
symbol.text.targets.buy | ilk hedef {{tp1}}, ikinci hedef {{tp2}}; fiyat {{sl}} seviyesine inerse koşul geçersiz sayılır | ilk hədəf {{tp1}}, ikinci hədəf {{tp2}}; qiymət {{sl}} səviyyəsinə ensə, şərt etibarsız sayılır | the first target is {{tp1}}, the second {{tp2}}; a fall to {{sl}} invalidates it
symbol.text.targets.sell | ilk hedef {{tp1}}, ikinci hedef {{tp2}}; fiyat {{sl}} seviyesine çıkarsa koşul geçersiz sayılır | ilk hədəf {{tp1}}, ikinci hədəf {{tp2}}; qiymət {{sl}} səviyyəsinə qalxsa, şərt etibarsız sayılır | the first target is {{tp1}}, the second {{tp2}}; a rise to {{sl}} invalidates it
symbol.text.seer.agrees | {{age}} seer ({{level}} {{seer}}) koşulla aynı yönde | {{age}} seer ({{level}} {{seer}}) şərtlə eyni istiqamətdədir | the {{age}} seer ({{seer}} at {{level}}) points the same way
symbol.text.seer.differs | {{age}} seer ({{level}} {{seer}}) koşulun tersini gösteriyor | {{age}} seer ({{level}} {{seer}}) şərtin əksini göstərir | the {{age}} seer ({{seer}} at {{level}}) points the other way
symbol.text.close.safe | yakın seer ({{level}} {{seer}}) güvenli | yaxın seer ({{level}} {{seer}}) təhlükəsizdir | the close seer ({{seer}} at {{level}}) is safe
symbol.text.close.risky | yakın seer ({{level}} {{seer}}) riskli | yaxın seer ({{level}} {{seer}}) risklidir | the close seer ({{seer}} at {{level}}) is risky
symbol.text.nearest.above | yukarıda en yakın seviye {{price}} ({{level}}, {{atr}} ATR) | yuxarıda ən yaxın səviyyə {{price}} ({{level}}, {{atr}} ATR) | the nearest level above is {{price}} ({{level}}, {{atr}} ATR away)
symbol.text.nearest.below | aşağıda en yakın seviye {{price}} ({{level}}, {{atr}} ATR) | aşağıda ən yaxın səviyyə {{price}} ({{level}}, {{atr}} ATR) | the nearest level below is {{price}} ({{level}}, {{atr}} ATR away)
symbol.text.cycle.positive | döngü {{percentage}} ile pozitif | tsikl {{percentage}} ilə müsbətdir | the cycle is positive at {{percentage}}
symbol.text.cycle.negative | döngü {{percentage}} ile negatif | tsikl {{percentage}} ilə mənfidir | the cycle is negative at {{percentage}}
symbol.text.condition.stopped | {{symbol}} için {{time}} kapanışında {{price}} fiyatından oluşan {{way}} koşulu zarar durdur seviyesinde sona erdi | {{symbol}} üçün {{time}} bağlanışında {{price}} qiymətindən yaranan {{way}} şərti zərər dayandırma səviyyəsində başa çatdı | the {{way}} condition for {{symbol}} that formed at {{price}} on the {{time}} close ended at its stop loss
symbol.text.condition.reached | {{symbol}} için {{time}} kapanışında {{price}} fiyatından oluşan {{way}} koşulu ikinci hedefinde tamamlandı | {{symbol}} üçün {{time}} bağlanışında {{price}} qiymətindən yaranan {{way}} şərti ikinci hədəfində tamamlandı | the {{way}} condition for {{symbol}} that formed at {{price}} on the {{time}} close ended at its second target
symbol.text.condition.expired | {{symbol}} için {{time}} kapanışında {{price}} fiyatından oluşan {{way}} koşulu ilk hedefini görmeden süresini doldurdu | {{symbol}} üçün {{time}} bağlanışında {{price}} qiymətindən yaranan {{way}} şərtinin müddəti ilk hədəfə çatmadan bitdi | the {{way}} condition for {{symbol}} that formed at {{price}} on the {{time}} close expired before its first target
symbol.word.buy | alış | alış | buy
symbol.word.sell | satış | satış | sell
symbol.word.support | destek | dəstək | support
symbol.word.resistance | direnç | müqavimət | resistance
symbol.word.main | ana | əsas | main
symbol.word.middle | orta | orta | middle
symbol.word.differs | tabandan ayrışıyor | bazadan fərqlənir | this differs from the baseline
symbol.word.undecided | fark kanıtlanmamış | fərq sübut olunmayıb | a difference is not proven
symbol.level.top | {{box}} üst kenarı | {{box}} üst kənarı | top of the {{box}} box
symbol.level.bottom | {{box}} alt kenarı | {{box}} alt kənarı | bottom of the {{box}} box
symbol.level.buyEntry | haftalık alış girişi | həftəlik alış girişi | weekly buy entry
symbol.level.sellEntry | haftalık satış girişi | həftəlik satış girişi | weekly sell entry
symbol.condition.active | Etkin | Qüvvədə | Active
symbol.condition.placeOf.beyondStop | SL’nin ötesinde | SL-dən kənarda | beyond SL
symbol.condition.placeOf.towardStop | SL yolunda {{share}} | SL yolunda {{share}} | {{share}} of the way to SL
symbol.condition.placeOf.towardTp1 | TP1 yolunda {{share}} | TP1 yolunda {{share}} | {{share}} of the way to TP1
symbol.condition.placeOf.towardTp2 | TP2 yolunda {{share}} | TP2 yolunda {{share}} | {{share}} of the way to TP2
symbol.condition.placeOf.beyondTp2 | TP2’nin ötesinde | TP2-dən kənarda | beyond TP2
symbol.condition.buyInvalid | {{price}} seviyesine inerse | {{price}} səviyyəsinə ensə | on a fall to {{price}}
symbol.condition.sellInvalid | {{price}} seviyesine çıkarsa | {{price}} səviyyəsinə qalxsa | on a rise to {{price}}
symbol.levels.buyList | Alış seviyeleri | Alış səviyyələri | Buy levels
symbol.levels.sellList | Satış seviyeleri | Satış səviyyələri | Sell levels
symbol.levels.buyEntry | Alış girişi | Alış girişi | Buy entry
symbol.levels.sellEntry | Satış girişi | Satış girişi | Sell entry
symbol.levels.summary | {{symbol}} haftalık mumları ve haftalık seviyeleri. Son fiyat {{price}}. Alış girişi {{buy}}, satış girişi {{sell}}. | {{symbol}} həftəlik şamları və həftəlik səviyyələri. Son qiymət {{price}}. Alış girişi {{buy}}, satış girişi {{sell}}. | Weekly candles and weekly levels of {{symbol}}. Last price {{price}}. Buy entry {{buy}}, sell entry {{sell}}.
symbol.boxes.bullish | Yükseliş | Yüksəliş | Bullish
symbol.boxes.bearish | Düşüş | Eniş | Bearish
symbol.boxes.upTrade | Yukarı işlem | Yuxarı əməliyyat | Up trade
symbol.boxes.downTrade | Aşağı işlem | Aşağı əməliyyat | Down trade
symbol.boxes.short | Kısa vade | Qısa müddət | Short term
symbol.boxes.long | Uzun vade | Uzun müddət | Long term
symbol.boxes.sketch | {{box}} kutusu, {{term}}: {{bottom}} ile {{top}} arası, {{from}} – {{to}}. | {{box}} qutusu, {{term}}: {{bottom}} ilə {{top}} arası, {{from}} – {{to}}. | {{box}} box, {{term}}: between {{bottom}} and {{top}}, {{from}} – {{to}}.
symbol.boxes.outcome.open | Açık | Açıq | Open
symbol.boxes.outcome.tp1 | TP1 görüldü | TP1-ə çatdı | TP1 reached
symbol.boxes.outcome.tp2 | TP2 görüldü | TP2-yə çatdı | TP2 reached
symbol.boxes.outcome.stopped | Zarar durdur | Zərər dayandırıldı | Stop loss hit
symbol.boxes.outcome.expired | Süresi doldu | Müddəti bitdi | Expired
symbol.cycle.positive | Pozitif | Müsbət | Positive
symbol.cycle.negative | Negatif | Mənfi | Negative
symbol.cycle.warming | Isınıyor | İsinir | Warming up
symbol.cycle.sentence | Döngü {{value}}, yüzde karşılığı {{percentage}}, {{word}}. Eşik {{threshold}}. | Tsikl {{value}}, faizlə {{percentage}}, {{word}}. Hədd {{threshold}}. | Cycle {{value}}, as a percentage {{percentage}}, {{word}}. Threshold {{threshold}}.
symbol.seer.main | Ana | Əsas | Main
symbol.seer.middle | Orta | Orta | Middle
symbol.seer.close | Yakın | Yaxın | Close
symbol.seer.reverse | Ters | Əks | Reverse
symbol.seer.safe | Güvenli | Təhlükəsiz | Safe
symbol.seer.risky | Riskli | Riskli | Risky
symbol.seer.support | Destek | Dəstək | Support
symbol.seer.resistance | Direnç | Müqavimət | Resistance
chart.open | A | Aç | O
chart.high | Y | Yk | H
chart.low | D | Aş | L
chart.close | K | Bğ | C
chart.openLong | Açılış | Açılış | Open
chart.highLong | En yüksek | Ən yüksək | High
chart.lowLong | En düşük | Ən aşağı | Low
chart.closeLong | Kapanış | Bağlanış | Close
chart.resolutions.15 | 15d | 15d | 15m
chart.resolutions.60 | 1s | 1s | 1h
chart.resolutions.240 | 4s | 4s | 4h
chart.resolutions.1D | 1G | 1G | 1D
chart.resolutions.1W | 1H | 1H | 1W
chart.resolutionsLong.60 | saatlik | saatlıq | hourly
chart.resolutionsLong.1D | günlük | gündəlik | daily
chart.resolutionsLong.1W | haftalık | həftəlik | weekly
chart.status.live | Canlı | Canlı | Live
chart.status.connecting | Bağlanıyor | Qoşulur | Connecting
chart.status.offline | Bağlantı yok | Əlaqə yoxdur | No connection
chart.status.reconnecting | Yeniden bağlanıyor | Yenidən qoşulur | Reconnecting
chart.status.closed | Piyasa kapalı | Bazar bağlıdır | Market closed
chart.status.file | Dosyadan, canlı değil | Fayldan, canlı deyil | From a file, not live
chart.summary | {{symbol}} {{resolution}} mum grafiği. Son fiyat {{price}}. Açık çizimler: {{drawings}}. | {{symbol}} {{resolution}} şam qrafiki. Son qiymət {{price}}. Açıq çizgilər: {{drawings}}. | {{symbol}} {{resolution}} candle chart. Last price {{price}}. Drawings on: {{drawings}}.
chart.bar | {{time}}. Açılış {{open}}, en yüksek {{high}}, en düşük {{low}}, kapanış {{close}}. | {{time}}. Açılış {{open}}, ən yüksək {{high}}, ən aşağı {{low}}, bağlanış {{close}}. | {{time}}. Open {{open}}, high {{high}}, low {{low}}, close {{close}}.
chart.futureBar | {{time}}. Henüz oluşmamış mum. | {{time}}. Hələ yaranmamış şam. | {{time}}. This candle has not formed yet.
chart.labels.buy | Alış | Alış | Buy
chart.labels.sell | Satış | Satış | Sell
chart.labels.buyTarget | Alış TP{{index}} | Alış TP{{index}} | Buy TP{{index}}
chart.labels.sellTarget | Satış TP{{index}} | Satış TP{{index}} | Sell TP{{index}}
chart.labels.conditionStop | Koşul SL | Şərt SL | Condition SL
chart.labels.conditionTarget | Koşul TP{{index}} | Şərt TP{{index}} | Condition TP{{index}}
chart.labels.crystalTop | Crystal üst | Crystal üst | Crystal top
chart.labels.crystalBottom | Crystal alt | Crystal alt | Crystal bottom
chart.labels.upTrade | Yukarı işlem | Yuxarı əməliyyat | Up trade
chart.labels.downTrade | Aşağı işlem | Aşağı əməliyyat | Down trade
chart.drawn | {{name}} çizildi | {{name}} çəkildi | {{name}} drawn
chart.removed | {{name}} kaldırıldı | {{name}} silindi | {{name}} removed
why.kind.condition.sl | Zarar durdur | Zərər dayandırma | Stop loss
why.kind.condition.tp1 | Kâr al 1 | Mənfəət götürmə 1 | Take profit 1
why.kind.condition.tp2 | Kâr al 2 | Mənfəət götürmə 2 | Take profit 2
why.kind.box.top | Üst kenar | Üst kənar | Top edge
why.kind.box.bottom | Alt kenar | Alt kənar | Bottom edge
why.kind.box.upTrade | Yukarı işlem | Yuxarı əməliyyat | Up trade
why.kind.box.downTrade | Aşağı işlem | Aşağı əməliyyat | Down trade
signal.setup.pivot | Dönüş teyidi | Dönüş təsdiqi | Confirmed pivot
signal.setup.break | Kırılma | Qırılma | Break
signal.verdict.interval-excludes-zero | Tabandan ayrışıyor | Bazadan fərqlənir | Differs from the baseline
signal.verdict.undecided | Fark kanıtlanmamış | Fərq sübut olunmayıb | Difference not proven
signal.verdict.few | az | az | few
signal.term.short | kısa vade | qısa müddət | short term
signal.term.long | uzun vade | uzun müddət | long term
shell.simulated | Fiyatlar simülasyondur: gerçek sembol adları, üretilmiş fiyatlar. | Qiymətlər simulyasiyadır: həqiqi simvol adları, yaradılmış qiymətlər. | Prices are simulated: real symbol names, generated prices.
shell.simulatedSome | Gösterilen sembollerin bir kısmının fiyatı simülasyondur. | Göstərilən simvolların bir hissəsinin qiyməti simulyasiyadır. | Some of the symbols shown here have simulated prices.
shell.live.reconnecting | Yeniden bağlanıyor | Yenidən qoşulur | Reconnecting
shell.live.offline | Bağlantı yok | Əlaqə yoxdur | No connection
shell.live.offlineSince | Bağlantı yok. Fiyatlar en son {{time}} itibarıyla; bağlantı gelince kendiliğinden yenilenir. | Əlaqə yoxdur. Qiymətlər ən son {{time}} üçündür; əlaqə bərpa olunanda özü yenilənir. | No connection. Prices are as of {{time}} and refresh by themselves when it is back.
shell.live.awaySince | Canlı fiyat kesildi. Son fiyat {{time}}. Yeniden bağlanıyor. | Canlı qiymət kəsildi. Son qiymət {{time}}. Yenidən qoşulur. | Live prices were lost. Last price {{time}}. Reconnecting.
`;

/** The text of a key such as `words.buy` in a language. */
async function textOf(language: string, key: string): Promise<unknown> {
  const [area = '', ...path] = key.split('.');
  const module: Record<string, unknown> = await import(`./${language}/${area}.ts`);
  return path.reduce<unknown>((texts, name) => Reflect.get(Object(texts), name), module[area]);
}

test('ways, states, ends and the places of values are called by the words of the glossary', async () => {
  const lines = MEANINGS.trim().split('\n');
  assert.ok(lines.length > 100);
  for (const line of lines) {
    const [key = '', ...meant] = line.split(' | ');
    const said = await Promise.all(LANGUAGES.map((language) => textOf(language, key)));
    assert.deepEqual(said, meant, key);
  }
});

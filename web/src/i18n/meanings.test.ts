import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';

// The exact texts of directions, states, outcomes and value names. A text with the opposite meaning, or with the name
// of another value, would be wrong on every screen, and no other test would fail, since they read the catalogue. The
// words are those of docs/glossary.md. A line: the key, then Turkish, Azerbaijani and English.
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
words.ended.stop | Zarar durdur görüldü | Zərər dayandırıldı | Stop loss hit
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
symbol.state.stale | akmıyor | axmır | stale
symbol.state.reconnecting | yeniden bağlanıyor | yenidən qoşulur | reconnecting
symbol.state.waiting | ilk fiyat bekleniyor | ilk qiymət gözlənilir | waiting for the first price
symbol.analysis.up | Yukarı, ağırlık 3 üzerinden {{pips}} | Yuxarı, çəkisi 3-dən {{pips}} | Up, weight {{pips}} of 3
symbol.analysis.down | Aşağı, ağırlık 3 üzerinden {{pips}} | Aşağı, çəkisi 3-dən {{pips}} | Down, weight {{pips}} of 3
symbol.analysis.flat | Yönsüz, ağırlık 3 üzerinden {{pips}} | İstiqamətsiz, çəkisi 3-dən {{pips}} | No direction, weight {{pips}} of 3
symbol.text.lead.towardTp1 | Etkin {{way}}: giriş {{price}}. İlk hedef yolunun {{share}} kadarı alındı. | Qüvvədə {{way}}: giriş {{price}}. İlk hədəfə gedən yolun {{share}} hissəsi keçilib. | Active {{way}} from {{price}}. {{share}} of the way to the first target.
symbol.text.lead.towardStop | Etkin {{way}}: giriş {{price}}. Fiyat zarar durdur yolunda {{share}} ilerledi. | Qüvvədə {{way}}: giriş {{price}}. Zərər dayandırmaya gedən yolun {{share}} hissəsi keçilib. | Active {{way}} from {{price}}. {{share}} of the way to the stop loss.
symbol.text.lead.activeTp1 | Etkin {{way}}: giriş {{price}}. İlk hedef {{tp1}} görüldü. | Qüvvədə {{way}}: giriş {{price}}. Qiymət ilk hədəfə ({{tp1}}) çatdı. | Active {{way}} from {{price}}. The first target {{tp1}} has been reached.
symbol.text.lead.stopped | Etkin koşul yok. {{price}} girişli son {{way}} koşulunda {{day}} günü zarar durdur görüldü. | Qüvvədə şərt yoxdur. {{price}} girişli sonuncu {{way}} şərti {{day}} günü zərər dayandırma ilə bitdi. | No active condition. The last one, a {{way}} from {{price}}, hit its stop loss on {{day}}.
symbol.text.lead.stoppedTp1 | Etkin koşul yok. {{price}} girişli son {{way}} koşulunda önce ilk hedef, {{day}} günü zarar durdur görüldü. | Qüvvədə şərt yoxdur. {{price}} girişli sonuncu {{way}} şərti ilk hədəfə çatdı, {{day}} günü zərər dayandırma ilə bitdi. | No active condition. The last one, a {{way}} from {{price}}, reached its first target and hit its stop loss on {{day}}.
symbol.text.lead.reached | Etkin koşul yok. {{price}} girişli son {{way}} koşulunda {{day}} günü ikinci hedef görüldü. | Qüvvədə şərt yoxdur. {{price}} girişli sonuncu {{way}} şərti {{day}} günü ikinci hədəfə çatdı. | No active condition. The last one, a {{way}} from {{price}}, reached its second target on {{day}}.
symbol.text.lead.expired | Etkin koşul yok. {{price}} girişli son {{way}} koşulunun süresi {{day}} günü doldu. | Qüvvədə şərt yoxdur. {{price}} girişli sonuncu {{way}} şərtinin müddəti {{day}} günü bitdi. | No active condition. The last one, a {{way}} from {{price}}, expired on {{day}}.
symbol.text.lead.expiredTp1 | Etkin koşul yok. {{price}} girişli son {{way}} koşulunda ilk hedef görüldü; süresi {{day}} günü doldu. | Qüvvədə şərt yoxdur. {{price}} girişli sonuncu {{way}} şərti ilk hədəfə çatdı, müddəti {{day}} günü bitdi. | No active condition. The last one, a {{way}} from {{price}}, reached its first target and expired on {{day}}.
symbol.text.second.targets | Hedefler {{tp1}} ve {{tp2}}; {{sl}} görülürse biter. | Hədəflər {{tp1}} və {{tp2}}; qiymət {{sl}} səviyyəsinə dəysə, şərt bitir. | Targets {{tp1}} and {{tp2}}; it ends if {{sl}} is touched.
symbol.text.second.between | Fiyat, haftalık alış girişi ile satış girişinin arasında. | Qiymət həftəlik alış girişi ilə satış girişinin arasındadır. | The price is between the weekly buy entry and the weekly sell entry.
symbol.text.second.aboveBuy | Fiyat haftalık alış girişinin üstünde. | Qiymət həftəlik alış girişindən yuxarıdadır. | The price is above the weekly buy entry.
symbol.text.second.belowSell | Fiyat haftalık satış girişinin altında. | Qiymət həftəlik satış girişindən aşağıdadır. | The price is below the weekly sell entry.
symbol.text.second.reasons | {{up}} gerekçe yukarıyı, {{down}} gerekçe aşağıyı gösteriyor. | {{up}} əsas yuxarını, {{down}} əsas aşağını göstərir. | Reasons pointing up: {{up}}, pointing down: {{down}}.
symbol.text.title.main | Ana seer {{level}} seviyesinde {{seer}} | Əsas seer {{level}} səviyyəsində {{seer}} | Main seer: {{seer}} at {{level}}
symbol.text.title.middle | Orta seer {{level}} seviyesinde {{seer}} | Orta seer {{level}} səviyyəsində {{seer}} | Middle seer: {{seer}} at {{level}}
symbol.text.title.close | Yakın seer {{level}} seviyesinde {{seer}} | Yaxın seer {{level}} səviyyəsində {{seer}} | Close seer: {{seer}} at {{level}}
symbol.text.title.weekly.up | Fiyat haftalık alış girişinin üstünde | Qiymət həftəlik alış girişindən yuxarıdadır | Price above the weekly buy entry
symbol.text.title.weekly.down | Fiyat haftalık satış girişinin altında | Qiymət həftəlik satış girişindən aşağıdadır | Price below the weekly sell entry
symbol.text.title.cycle.positive | Döngü pozitif | Tsikl müsbətdir | Cycle positive
symbol.text.title.cycle.negative | Döngü negatif | Tsikl mənfidir | Cycle negative
symbol.text.title.box.bullish | {{boxes}} kutusu yükseliş | {{boxes}} qutusu yüksəliş | {{boxes}} box bullish
symbol.text.title.box.bearish | {{boxes}} kutusu düşüş | {{boxes}} qutusu eniş | {{boxes}} box bearish
symbol.text.detail.seer.up_other | Ana yön yukarı; {{count}} gündür geçerli. | Əsas istiqamət yuxarı, {{count}} gündür. | Main direction up, for {{count}} days.
symbol.text.detail.seer.down_other | Ana yön aşağı; {{count}} gündür geçerli. | Əsas istiqamət aşağı, {{count}} gündür. | Main direction down, for {{count}} days.
symbol.text.detail.agrees | Koşulla aynı yönde. | Şərtlə eyni istiqamətdədir. | Same direction as the condition.
symbol.text.detail.differs | Koşulun tersine. | Şərtin əksinədir. | Against the condition.
symbol.text.detail.close.safe_other | Güvenli: ana seer ile aynı yönde, {{count}} günlük. | Təhlükəsiz: əsas seer ilə eyni istiqamətdə, {{count}} günlük. | Safe: with the main seer, {{count}} days old.
symbol.text.detail.close.risky_other | Riskli: ana seerin tersi yönde, {{count}} günlük. | Riskli: əsas seerin əksinə, {{count}} günlük. | Risky: against the main seer, {{count}} days old.
symbol.text.detail.weekly.up_other | Alış seviyelerinden {{count}} tanesi fiyatın altında. | Alış səviyyələrindən {{count}} ədədi qiymətdən aşağıdadır. | {{count}} buy levels lie below the price.
symbol.text.detail.weekly.down_other | Satış seviyelerinden {{count}} tanesi fiyatın üstünde. | Satış səviyyələrindən {{count}} ədədi qiymətdən yuxarıdadır. | {{count}} sell levels lie above the price.
symbol.text.detail.cycle.above | Değer {{value}} ({{percentage}}); {{threshold}} eşiğinde ya da üstünde. | Dəyər {{value}} ({{percentage}}); {{threshold}} həddindədir və ya yuxarıdır. | Value {{value}} ({{percentage}}); at or above the threshold of {{threshold}}.
symbol.text.detail.cycle.below | Değer {{value}} ({{percentage}}); {{threshold}} eşiğinin altında. | Dəyər {{value}} ({{percentage}}); {{threshold}} həddindən aşağıdır. | Value {{value}} ({{percentage}}); below the threshold of {{threshold}}.
symbol.text.detail.box.reached | En son işlemi ilk hedefi gördü. | Ən son əməliyyatı ilk hədəfə çatdı. | Its newest trade reached the first target.
symbol.text.detail.box.stopped | En son işleminde zarar durdur görüldü. | Ən son əməliyyatı zərər dayandırma ilə bitdi. | Its newest trade hit the stop loss.
symbol.text.detail.box.expired | En son işleminin süresi doldu. | Ən son əməliyyatının müddəti bitdi. | Its newest trade expired.
symbol.analysis.above | Yukarıda en yakın | Yuxarıda ən yaxın | Nearest above
symbol.analysis.below | Aşağıda en yakın | Aşağıda ən yaxın | Nearest below
symbol.word.buy | alış | alış | buy
symbol.word.sell | satış | satış | sell
symbol.word.support | destek | dəstək | support
symbol.word.resistance | direnç | müqavimət | resistance
symbol.level.top | {{box}} üst kenarı | {{box}} üst kənarı | top of the {{box}} box
symbol.level.bottom | {{box}} alt kenarı | {{box}} alt kənarı | bottom of the {{box}} box
symbol.level.buyEntry | haftalık alış girişi | həftəlik alış girişi | weekly buy entry
symbol.level.sellEntry | haftalık satış girişi | həftəlik satış girişi | weekly sell entry
symbol.condition.active | Etkin | Qüvvədə | Active
symbol.condition.noneActive | Etkin koşul yok | Qüvvədə şərt yoxdur | No active condition
symbol.condition.ended.stop | Zarar durdur görüldü | Zərər dayandırıldı | Stop loss hit
symbol.condition.ended.target | 2. hedef görüldü | 2-ci hədəfə çatdı | 2nd target reached
symbol.condition.ended.expiry | Süresi doldu | Müddəti bitdi | Expired
symbol.condition.time | Oluştu | Yarandı | Formed
symbol.condition.until | Geçerlilik sonu | Etibarlıdır | Valid until
symbol.condition.endsIf | Ne zaman biter | Nə vaxt bitir | Ends if
symbol.condition.ifReached | {{price}} görülürse | {{price}} görülsə | {{price}} is touched
symbol.condition.over | Bitti | Bitdi | Ended
symbol.condition.setup | Sinyal türü | Siqnal növü | Signal type
symbol.trade.ladderEnded | {{way}}, sona erdi: {{end}}, {{exit}}. Zarar durdur {{stop}}, giriş {{entry}}, birinci hedef {{target1}}, ikinci hedef {{target2}}. | {{way}}, başa çatıb: {{end}}, {{exit}}. Zərər dayandırma {{stop}}, giriş {{entry}}, birinci hədəf {{target1}}, ikinci hədəf {{target2}}. | {{way}}, over: {{end}} at {{exit}}. Stop loss {{stop}}, entry {{entry}}, first target {{target1}}, second target {{target2}}.
symbol.levels.buyEntry | Alış girişi | Alış girişi | Buy entry
symbol.levels.sellEntry | Satış girişi | Satış girişi | Sell entry
symbol.levels.summary | {{symbol}} günlük mumları ve {{number}}. haftanın seviyeleri. Alış girişi {{buy}}, son alış hedefi {{buyLast}}; satış girişi {{sell}}, son satış hedefi {{sellLast}}. Son fiyat {{price}}. | {{symbol}} gündəlik şamları və həftə {{number}} üzrə səviyyələr. Alış girişi {{buy}}, sonuncu alış hədəfi {{buyLast}}; satış girişi {{sell}}, sonuncu satış hədəfi {{sellLast}}. Son qiymət {{price}}. | Daily candles of {{symbol}} and the levels of week {{number}}. Buy entry {{buy}} with targets up to {{buyLast}}, sell entry {{sell}} with targets down to {{sellLast}}. Last price {{price}}.
chance.title | Dokunma olasılığı, {{until}} | Toxunma ehtimalı, {{until}} | Chance of touch before {{until}}
chance.under | %1’den az | 1 %-dən az | under 1%
chance.over | %99’dan çok | 99 %-dən çox | over 99%
chance.moment.now | şimdi, {{at}} kapanışı | indi, {{at}} bağlanışı | now, {{at}} close
chance.moment.published | hesaplanan, {{at}} | hesablanan, {{at}} | computed {{at}}
chance.trial | deneme | sınaq | trial
chance.short.reached | görüldü | çatdı | reached
chance.short.reachedBefore | önceden görüldü | əvvəlcədən çatıb | reached before
chance.short.closed | piyasa kapalı | bazar bağlıdır | market closed
chance.short.over | görülmedi | çatmadı | not reached
chance.short.history | geçmiş yeterli değil | tarixçə kifayət etmir | not enough history
chance.short.far | 8 piyasa haftasından uzak | 8 bazar həftəsindən uzaqdır | beyond 8 market weeks
chance.sentence.now | Fiyatın {{until}} {{level}} seviyesine dokunma olasılığı: {{chance}}; şimdi, {{at}} kapanışına göre | Qiymətin {{until}} {{level}} səviyyəsinə toxunma ehtimalı: {{chance}}; indi, {{at}} bağlanışına görə | Chance that price reaches {{level}} before {{until}}: {{chance}}; now, by the {{at}} close
chance.sentence.closed | {{level}} seviyesi için olasılık hesaplanmadı: {{until}} işlem yok | {{level}} səviyyəsi üçün ehtimal hesablanmayıb: {{until}} ticarət yoxdur | Chance of touch not computed for {{level}}: no trading before {{until}}
chance.sentence.over | {{level}} seviyesi {{until}} görülmedi | Qiymət {{until}} {{level}} səviyyəsinə çatmadı | {{level}} was not reached before {{until}}
chance.equal | Zarar durdur ile ilk hedef eşit uzaklıkta; bir üstünlük yoksa her biri seferlerin yaklaşık yarısında önce gelir. | Zərər dayandırma ilə ilk hədəf eyni uzaqlıqdadır; üstünlük olmasa, hər biri halların təxminən yarısında birinci gəlir. | Stop and first target are equally far; without an edge each comes first about half the time.
why.note.chance | Ne kadar uzağa gidileceğini söyler, hangi yöne gidileceğini söylemez. Seviyenin tutup tutmadığını ya da oradaki bir girişin iyi olup olmadığını göstermez. | Nə qədər uzağa gedildiyini deyir, hansı istiqamətə gedildiyini demir. Səviyyənin tutub-tutmadığını və ya oradakı girişin yaxşı olub-olmadığını göstərmir. | It says how far, not which way. It does not say whether the level holds, or whether an entry there is a good one.
symbol.levels.thisWeek | Bu hafta | Bu həftə | This week
symbol.levels.over | Hafta bitti | Həftə bitdi | Week is over
symbol.levels.buyMissed | alış girişi görülmedi | alış girişinə çatmadı | buy entry not reached
symbol.levels.sellMissed | satış girişi görülmedi | satış girişinə çatmadı | sell entry not reached
symbol.levels.buyEntryReached | alış girişi görüldü | alış girişinə çatdı | buy entry reached
symbol.levels.sellEntryReached | satış girişi görüldü | satış girişinə çatdı | sell entry reached
symbol.levels.buyTargetReached | alış TP{{index}} görüldü | alış TP{{index}} səviyyəsinə çatdı | buy TP{{index}} reached
symbol.levels.sellTargetReached | satış TP{{index}} görüldü | satış TP{{index}} səviyyəsinə çatdı | sell TP{{index}} reached
symbol.boxes.bullish | Yükseliş | Yüksəliş | Bullish
symbol.boxes.bearish | Düşüş | Eniş | Bearish
symbol.boxes.noTradeYet | Henüz işlem yok | Hələ əməliyyat yoxdur | No trade yet
symbol.boxes.noTrade | İşlem açılmadı | Əməliyyat açılmadı | No trade was opened
symbol.boxes.tradeOpen | {{way}} açık, {{price}} | {{way}} açıqdır, {{price}} | {{way}} open, {{price}}
symbol.boxes.now | Şimdiki kutu | İndiki qutu | Present box
symbol.boxes.last | Son işlem | Son əməliyyat | Last trade
symbol.boxes.inPrevious | önceki kutuda | əvvəlki qutuda | in the previous box
symbol.cycle.place.bottom | Fiyat, döngüsünün en dibinde. {{percentage}}, eşik {{threshold}}. | Qiymət tsiklinin ən dibindədir. {{percentage}}, hədd {{threshold}}. | The price is at the very bottom of its cycle. {{percentage}}, threshold {{threshold}}.
symbol.cycle.place.low | Fiyat, döngüsünün alt yarısında. {{percentage}}, eşik {{threshold}}. | Qiymət tsiklinin aşağı yarısındadır. {{percentage}}, hədd {{threshold}}. | The price is in the lower half of its cycle. {{percentage}}, threshold {{threshold}}.
symbol.cycle.place.high | Fiyat, döngüsünün üst yarısında. {{percentage}}, eşik {{threshold}}. | Qiymət tsiklinin yuxarı yarısındadır. {{percentage}}, hədd {{threshold}}. | The price is in the upper half of its cycle. {{percentage}}, threshold {{threshold}}.
symbol.cycle.place.top | Fiyat, döngüsünün en tepesinde. {{percentage}}, eşik {{threshold}}. | Qiymət tsiklinin ən yuxarısındadır. {{percentage}}, hədd {{threshold}}. | The price is at the very top of its cycle. {{percentage}}, threshold {{threshold}}.
symbol.boxes.upTrade | Alış çizgisi | Alış xətti | Buy trigger
symbol.boxes.downTrade | Satış çizgisi | Satış xətti | Sell trigger
symbol.boxes.short | Kısa vade | Qısa müddət | Short term
symbol.boxes.long | Uzun vade | Uzun müddət | Long term
symbol.boxes.sketch | {{box}} kutusu, {{term}}: {{bottom}} ile {{top}} arası, {{from}} – {{to}}. | {{box}} qutusu, {{term}}: {{bottom}} ilə {{top}} arası, {{from}} – {{to}}. | {{box}} box, {{term}}: between {{bottom}} and {{top}}, {{from}} – {{to}}.
symbol.boxes.outcome.open | Açık | Açıq | Open
symbol.boxes.outcome.tp1 | 1. hedef görüldü | 1-ci hədəfə çatdı | TP1 reached
symbol.boxes.outcome.tp2 | 2. hedef görüldü | 2-ci hədəfə çatdı | TP2 reached
symbol.boxes.outcome.stopped | Zarar durdur görüldü | Zərər dayandırıldı | Stop loss hit
symbol.boxes.outcome.expired | Süresi doldu | Müddəti bitdi | Expired
symbol.cycle.positive | Pozitif | Müsbət | Positive
symbol.cycle.negative | Negatif | Mənfi | Negative
symbol.cycle.warming | Isınıyor | Məlumat toplanır | Warming up
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
chart.missingBar | {{time}}. Mum yok; kaynakta bu zamanın fiyatı bulunmuyor. | {{time}}. Şam yoxdur; mənbədə bu vaxtın qiyməti yoxdur. | {{time}}. No candle; the source has no prices of this time.
chart.noBar | Mum yok | Şam yoxdur | No candle
chart.labels.buy | Alış | Alış | Buy
chart.labels.sell | Satış | Satış | Sell
chart.labels.buyTarget | Alış TP{{index}} | Alış TP{{index}} | Buy TP{{index}}
chart.labels.sellTarget | Satış TP{{index}} | Satış TP{{index}} | Sell TP{{index}}
chart.labels.conditionStop | Koşul SL | Şərt SL | Condition SL
chart.labels.conditionTarget | Koşul TP{{index}} | Şərt TP{{index}} | Condition TP{{index}}
chart.labels.crystalTop | Crystal üst | Crystal üst | Crystal top
chart.labels.crystalBottom | Crystal alt | Crystal alt | Crystal bottom
chart.labels.upTrade | Yukarı işlem | Yuxarı əməliyyat | Buy trigger
chart.labels.downTrade | Aşağı işlem | Aşağı əməliyyat | Sell trigger
chart.toggles.cone | Koni | Konus | Cone
chart.labels.cone | {{share}} içeride · {{until}} | {{share}} içəridə · {{until}} | {{share}} inside · until {{until}}
chart.legend.cone.what | Koni uzaklığı söyler, yönü söylemez | Konus uzaqlığı göstərir, istiqaməti yox | The cone says how far, not which way
chart.legend.cone.day | 1 gün: {{until}} | 1 gün: {{until}} | 1 day: until {{until}}
chart.legend.cone.week | 1 hafta: {{until}} | 1 həftə: {{until}} | 1 week: until {{until}}
chart.legend.levels | Seviyelerin yanında: dokunma olasılığı, {{until}}; {{moment}} | Səviyyələrin yanında: toxunma ehtimalı, {{until}}; {{moment}} | Beside the levels: chance that price reaches them before {{until}}; {{moment}}
chart.chance.day | gün, {{until}}: {{chance}} | gün, {{until}}: {{chance}} | day, before {{until}}: {{chance}}
chart.chance.week | hafta, {{until}}: {{chance}} | həftə, {{until}}: {{chance}} | week, before {{until}}: {{chance}}
why.kind.cone.dayHigh | 1 günlük koni {{share}}, üst kenar, {{until}} | 1 günlük konus {{share}}, üst kənar, {{until}} | 1-day cone {{share}}, upper edge, until {{until}}
why.kind.cone.weekLow | 1 haftalık koni {{share}}, alt kenar, {{until}} | 1 həftəlik konus {{share}}, alt kənar, {{until}} | 1-week cone {{share}}, lower edge, until {{until}}
chart.drawn | {{name}} çizildi | {{name}} çəkildi | {{name}} drawn
chart.removed | {{name}} kaldırıldı | {{name}} silindi | {{name}} removed
why.kind.condition.sl | Zarar durdur | Zərər dayandırma | Stop loss
why.kind.condition.tp1 | Kâr al 1 | Mənfəət götürmə 1 | Take profit 1
why.kind.condition.tp2 | Kâr al 2 | Mənfəət götürmə 2 | Take profit 2
why.kind.box.top | Üst kenar | Üst kənar | Top edge
why.kind.box.bottom | Alt kenar | Alt kənar | Bottom edge
why.kind.box.upTrade | Yukarı işlem | Yuxarı əməliyyat | Buy trigger
why.kind.box.downTrade | Aşağı işlem | Aşağı əməliyyat | Sell trigger
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
record.row.kind.forecast | Dokunma olasılığı | Toxunma ehtimalı | Chance of touch
record.row.state.ended | Zamanı bitti | Vaxtı bitdi | Time is over
record.forecast.reached_other | {{all}} seviyenin {{reached}} tanesi görüldü | {{all}} səviyyədən {{reached}} ədədinə çatıldı | {{reached}} of {{all}} levels reached
record.forecast.insideYes | {{share}} konisinin içinde kaldı: evet | {{share}} konusunun içində qaldı: bəli | Stayed inside {{share}}: yes
record.forecast.insideNo | {{share}} konisinin içinde kaldı: hayır | {{share}} konusunun içində qaldı: xeyr | Stayed inside {{share}}: no
record.forecast.under | %1’den az | 1 %-dən az | under 1%
record.forecast.over | %99’dan çok | 99 %-dən çox | over 99%
record.forecast.low | Alt kenar | Alt kənar | Low edge
record.forecast.high | Üst kenar | Üst kənar | High edge
record.forecast.reachedAt | Görüldü | Çatıldı | Reached
record.forecast.notReached | Görülmedi | Çatılmadı | Not reached
record.forecast.stayed | Arada kaldı | Arada qaldı | Stayed inside
record.forecast.left | Kenarı gördü | Kənara çatdı | Reached an edge
record.forecast.of100.cone.1w | 100 haftadan {{share}} hafta | 100 həftədən {{share}} həftə | {{share}} of 100 weeks
`;

/** The text of a key such as `words.buy` in a language. */
async function textOf(language: string, key: string): Promise<unknown> {
  const [area = '', ...path] = key.split('.');
  const module: Record<string, unknown> = await import(`./${language}/${area}.ts`);
  return path.reduce<unknown>((texts, name) => Reflect.get(Object(texts), name), module[area]);
}

test('directions, states, outcomes and values have the words of the glossary', async () => {
  const lines = MEANINGS.trim().split('\n');
  assert.ok(lines.length > 100);
  for (const line of lines) {
    const [key = '', ...meant] = line.split(' | ');
    const said = await Promise.all(LANGUAGES.map((language) => textOf(language, key)));
    assert.deepEqual(said, meant, key);
  }
});

/** Forecasts of the record: chances that price reaches levels before a time, and cones. */
export const recordForecasts = {
  forecast: {
    name: 'Dokunma olasılığı, {{of}}',
    cone: {
      '1d': 'Aralık konisi, 1 gün',
      '1w': 'Aralık konisi, 1 hafta',
      '4w': 'Aralık konisi, 4 hafta',
    },
    kind: 'Tür',
    until: 'Ne zamana kadar',
    listNote: 'Bir mum seviyeye değerse ya da üstünden atlarsa seviye görülmüş sayılır.',
    note: 'Görülen de görülmeyen de, en yeni üstte',
    pending: 'Süre bitince belli olur',
    reached_one: '{{all}} seviyenin {{reached}} tanesi görüldü',
    reached_other: '{{all}} seviyenin {{reached}} tanesi görüldü',
    insideYes: '{{share}} konisinin içinde kaldı: evet',
    insideNo: '{{share}} konisinin içinde kaldı: hayır',
    trial: 'Deneme',
    trialNote:
      'Deneme: ölçümlerde bu türün olasılıkları birkaç puan saptı. Sicilde yeterince hafta birikene kadar böyle işaretlenir.',
    chances: 'Fiyatın her seviyeyi {{until}} (TSİ) öncesinde görme olasılığı',
    edges: 'Fiyat, 100 seferden kaçında {{until}} (TSİ) anına kadar iki kenarın arasında kalmalı',
    chance: 'Olasılık',
    plain: 'Günlük aralıktan',
    plainNote:
      'Son sütun karşılaştırma içindir: aynı olasılık, yalnız ortalama günlük aralıktan. Küçük sayılar sicildeki tam değerlerdir.',
    under: '%1’den az',
    over: '%99’dan çok',
    share: 'Arada kalmalı',
    of100: {
      cone: {
        '1d': '100 günden {{share}} gün',
        '1w': '100 haftadan {{share}} hafta',
        '4w': 'Dört haftalık 100 süreden {{share}} süre',
      },
    },
    low: 'Alt kenar',
    high: 'Üst kenar',
    sizeNote: 'Ne kadar gidebileceğini söyler, ne yöne gideceğini söylemez.',
    weeks: 'Piyasa haftası',
    weeksNote: 'Sembolün alışılmış bir haftalık hareketi 1 sayılır; kapalı saatlerin payı yoktur.',
    price: 'Yayımdaki son kapanış',
    model: 'Olasılık modeli',
    running: 'Süresi {{until}} (TSİ) anına kadar sürüyor; ne olduğu o zaman yazılır.',
    cameLevels: '{{until}} (TSİ) öncesinde hangi seviyeler görüldü',
    cameEdges: 'Fiyat {{until}} (TSİ) anına kadar iki kenarın arasında kaldı mı',
    reachedAt: 'Görüldü',
    notReached: 'Görülmedi',
    stayed: 'Arada kaldı',
    left: 'Kenarı gördü',
    timeNote: 'Zaman, oraya ilk varan mumun kapanışıdır; üstünden atlanan da görülmüş sayılır.',
    emptyNote:
      'Bu süreye hiçbir mum düşmedi. Satır sonuçsuzdur ve hiçbir ortalamaya girmez; kaç tane olduğu sicilde ayrıca yazılır.',
    endedNote:
      'Serisi, süresi dolmadan {{moment}} tarihinde bitti ({{reason}}, kaydın {{seq}}. satırı). Satır sonuçsuzdur ve hiçbir ortalamaya girmez; kaç tane olduğu sicilde ayrıca yazılır.',
    oneNote:
      'Tek bir satır olasılıkların tuttuğunu ya da tutmadığını göstermez; bunu yalnız çok sayıda satır gösterir.',
    sealedShort: {
      weekly: 'Seviyeleri ve olasılıkları hafta bitince açılır',
      cone: 'Kenarları süresi bitince açılır',
      box: 'Seviyeleri ve olasılıkları, kutusunun son işleminin süresi de geçince açılır',
    },
    sealed: {
      weekly:
        'Haftası sürüyor; seviyeleri ve olasılıkları şimdilik yalnız aboneler görür. Özeti (hash) şimdiden zincirdedir ve değişemez. Hafta bitince satır, ne olduysa onunla birlikte, herkese açılır ve özetiyle karşılaştırılabilir.',
      cone: 'Süresi sürüyor; kenarlarını şimdilik yalnız aboneler görür. Özeti (hash) şimdiden zincirdedir ve değişemez. Süre bitince satır, ne olduysa onunla birlikte, herkese açılır ve özetiyle karşılaştırılabilir.',
      box: 'Kutusundan hâlâ işlem çıkabilir; seviyeleri ve olasılıkları şimdilik yalnız aboneler görür. Özeti (hash) şimdiden zincirdedir ve değişemez. Kutunun açabileceği son işlemin süresi de geçince satır, ne olduysa onunla birlikte, herkese açılır ve özetiyle karşılaştırılabilir.',
    },
  },
};

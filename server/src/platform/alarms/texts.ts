import { type AlarmKind, HOUR_MS, type Language, LOCALES } from '@rasat/contract';
import { longDay, longMoment } from '../mail/figures.ts';
import { MOST_PER_HOUR } from './advance.ts';
import type { AlarmFacts, StoredAlarm } from './alarm.ts';

/** Text about an alarm, in one language. */
export interface AlarmText {
  /** One line. */
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Page of the back office, and the label of the link to it. */
  readonly page: '/admin/feeds' | '/admin/symbols';
  readonly action: string;
  /** Reason why a mail was sent, for its footer. */
  readonly footer: string;
}

interface Figures {
  readonly day: string;
  readonly effective: string;
  readonly percent: string;
  readonly megabytes: string;
  readonly differing: string;
  readonly compared: string;
}

interface Wording {
  readonly title: (subject: string) => string;
  readonly what: (subject: string, figures: Figures) => string;
  /** What the operator can do. */
  readonly advice: string;
  readonly overTitle: (subject: string) => string;
  readonly over: (subject: string) => string;
}

interface Words {
  readonly since: string;
  readonly until: string;
  readonly zone: string;
  /** Says that the last beginning of the hour was told. */
  readonly enough: (count: number, until: string) => string;
  /** Names of the pages in the back office. */
  readonly feeds: string;
  readonly symbols: string;
  readonly footer: string;
  readonly of: Readonly<Record<AlarmKind, Wording>>;
}

const WORDS: Readonly<Record<Language, Words>> = {
  tr: {
    since: 'Başlangıç',
    until: 'Bitiş',
    zone: 'TSİ',
    enough: (count, until) =>
      `Bu durum son bir saatte ${count} kez bildirildi. Yinelenirse yeni bildirim en erken şu saatte gelir: ${until}.`,
    feeds: 'Veri akışları',
    symbols: 'Semboller',
    footer:
      'Bu e-posta, adresiniz sunucunun OPERATOR_MAIL ayarında yer aldığı için gönderildi. Yanıtlamanız gerekmez.',
    of: {
      silent: {
        title: (source) => `${source} fiyat göndermiyor`,
        what: (source) =>
          `${source} kaynağı bağlı, ama piyasaları açık olduğu hâlde hiç fiyat göndermiyor. Bu kaynağın sembollerindeki fiyatlar eskiyor.`,
        advice:
          'Kaynağın kendi durum sayfasına bakın. Sunucunun yeniden başlatılması gerekmez: fiyat gelince kendiliğinden devam eder.',
        overTitle: (source) => `${source} yeniden fiyat gönderiyor`,
        over: (source) => `${source} kaynağından yeniden fiyat geliyor.`,
      },
      disconnected: {
        title: (source) => `${source} bağlı değil`,
        what: (source) =>
          `Sunucu, ${source} kaynağına bağlanamıyor. Bu kaynağın sembollerine fiyat gelmiyor; kaçan mumlar bağlantı kurulunca getirilir.`,
        advice:
          'Makinenin ağ bağlantısını, ayarlardaki adresi ve kaynağın durum sayfasını denetleyin. Sunucu birkaç saniyede bir yeniden dener.',
        overTitle: (source) => `${source} yeniden bağlı`,
        over: (source) => `${source} kaynağına yeniden bağlanıldı.`,
      },
      differing: {
        title: (source) => `${source} verisi saklanan mumlardan farklı`,
        what: (source, { differing, compared }) =>
          `${source} kaynağının son üç günü yeniden okundu. Karşılaştırılan ${compared} mumdan ${differing} tanesi saklananlardan farklı veya bizde yok. Yayımlananlar değişmedi; farklı değerler düzeltme olarak saklandı.`,
        advice:
          'Veri akışları sayfasındaki düzeltmelere bakın. Kaynağın verilerini sonradan düzelttiğine dair bir duyurusu olup olmadığını denetleyin.',
        overTitle: (source) => `${source} verisi saklanan mumlarla yeniden aynı`,
        over: (source) =>
          `${source} kaynağının son üç günü, izin verilen küçük fark dışında saklanan mumlarla aynı.`,
      },
      action: {
        title: (symbol) => `${symbol} için bölünme veya ad değişikliği onay bekliyor`,
        what: (symbol, { effective }) =>
          `Kaynak, ${symbol} için bir bölünme veya ad değişikliği bildirdi. Yürürlük zamanı: ${effective}. Karar verilmezse bu andan sonra sembole fiyat ve yeni sinyal gelmez.`,
        advice:
          'Borsanın duyurusuyla karşılaştırın. Doğruysa Semboller sayfasında onaylayın, değilse yok sayın; ardından akış sürer.',
        overTitle: (symbol) => `${symbol} için karar verildi`,
        over: (symbol) =>
          `${symbol} için bildirilen bölünme veya ad değişikliği karara bağlandı ya da sembol artık bu kaynaktan beslenmiyor.`,
      },
      calendar: {
        title: (calendar) => `${calendar} takviminin sonu yaklaşıyor`,
        what: (calendar, { day }) =>
          `${calendar} takviminde tatiller ve yarım günler yalnızca ${day} tarihine kadar biliniyor. Sonrasında açılış ve kapanışlar yanlış olabilir.`,
        advice: 'Yeni yılın günlerini içeren bir sürüme güncelleyin.',
        overTitle: (calendar) => `${calendar} takvimi uzatıldı`,
        over: (calendar) =>
          `${calendar} takvimi uzatıldı veya listede onu kullanan sembol kalmadı.`,
      },
      disk: {
        title: () => 'Disk doluyor',
        what: (_, { percent, megabytes }) =>
          `Verilerin diski %${percent} dolu; ${megabytes} MB boş yer var. Disk dolarsa yazma gerektiren çağrılar reddedilir.`,
        advice:
          'Gereksiz dosyaları silin veya diski büyütün. Disk tamamen dolarsa yapılacaklar, işletme belgesinde “ballast” dosyasıyla birlikte anlatılır.',
        overTitle: () => 'Diskte yeniden yer var',
        over: () => 'Verilerin diskindeki doluluk yeniden sınırın altında.',
      },
      job: {
        title: (job) => `${job} işi başarısız oldu`,
        what: (job) =>
          `Zamanlanmış ${job} işi bir hatayla bitti; yinelenen denemeler de başarısız oldu.`,
        advice:
          'Hata, sunucunun günlüğünde işin adıyla birlikte yazılıdır. İş bir sonraki zamanında yeniden çalışır.',
        overTitle: (job) => `${job} işi yeniden başarılı`,
        over: (job) => `Zamanlanmış ${job} işinin son çalışması başarıyla bitti.`,
      },
      database: {
        title: () => 'Veritabanı yanıt vermedi',
        what: () =>
          'Veritabanı bir süre yanıt vermedi. Bu bildirim de aynı veritabanında saklanır; bu yüzden ancak yeniden yazılabildiğinde gönderildi.',
        advice: 'PostgreSQL’in günlüğüne, makinenin yüküne ve diskine bakın.',
        overTitle: () => 'Veritabanı yeniden yanıt veriyor',
        over: () => 'Veritabanı bir dakikadır kesintisiz yanıt veriyor.',
      },
    },
  },
  az: {
    since: 'Başlanğıc',
    until: 'Son',
    zone: 'İstanbul vaxtı',
    enough: (count, until) =>
      `Bu hal son bir saatda ${count} dəfə bildirilib. Təkrarlansa, növbəti bildiriş ən tezi bu vaxt gələcək: ${until}.`,
    feeds: 'Məlumat axınları',
    symbols: 'Simvollar',
    footer:
      'Bu məktub ünvanınız serverin OPERATOR_MAIL ayarında olduğu üçün göndərilib. Cavab yazmağınıza ehtiyac yoxdur.',
    of: {
      silent: {
        title: (source) => `${source} qiymət göndərmir`,
        what: (source) =>
          `${source} mənbəyi qoşuludur, amma bazarları açıq olduğu halda heç bir qiymət göndərmir. Bu mənbənin simvollarındakı qiymətlər köhnəlir.`,
        advice:
          'Mənbənin öz vəziyyət səhifəsinə baxın. Serveri yenidən başlatmağa ehtiyac yoxdur: qiymət gələn kimi özü davam edir.',
        overTitle: (source) => `${source} yenidən qiymət göndərir`,
        over: (source) => `${source} mənbəyindən yenidən qiymət gəlir.`,
      },
      disconnected: {
        title: (source) => `${source} qoşulu deyil`,
        what: (source) =>
          `Server ${source} mənbəyinə qoşula bilmir. Bu mənbənin simvollarına qiymət gəlmir; buraxılmış şamlar əlaqə bərpa olunanda gətirilir.`,
        advice:
          'Maşının şəbəkə bağlantısını, ayarlardakı ünvanı və mənbənin vəziyyət səhifəsini yoxlayın. Server bir neçə saniyədən bir yenidən cəhd edir.',
        overTitle: (source) => `${source} yenidən qoşulub`,
        over: (source) => `${source} mənbəyi ilə əlaqə bərpa olunub.`,
      },
      differing: {
        title: (source) => `${source} məlumatı saxlanan şamlardan fərqlidir`,
        what: (source, { differing, compared }) =>
          `${source} mənbəyinin son üç günü yenidən oxundu. Müqayisə edilən şamların sayı: ${compared}. Saxlanandan fərqli olan və ya bizdə olmayan şamların sayı: ${differing}. Dərc olunanlar dəyişmədi; fərqli dəyərlər düzəliş kimi saxlanıldı.`,
        advice:
          'Məlumat axınları səhifəsindəki düzəlişlərə baxın. Mənbənin məlumatını sonradan düzəltməsi barədə elanı olub-olmadığını yoxlayın.',
        overTitle: (source) => `${source} məlumatı yenidən saxlanan şamlarla eynidir`,
        over: (source) =>
          `${source} mənbəyinin son üç günü, yol verilən kiçik fərq istisna olmaqla, saxlanan şamlarla eynidir.`,
      },
      action: {
        title: (symbol) => `${symbol}: səhmlərin bölünməsi və ya ad dəyişikliyi təsdiq gözləyir`,
        what: (symbol, { effective }) =>
          `Mənbə ${symbol} üçün səhmlərin bölünməsi və ya ad dəyişikliyi barədə məlumat verib. Qüvvəyə minmə vaxtı: ${effective}. Qərar verilməsə, bu andan sonra simvola qiymət və yeni siqnal gəlmir.`,
        advice:
          'Birjanın elanı ilə tutuşdurun. Doğrudursa, Simvollar səhifəsində təsdiqləyin, deyilsə, nəzərə almayın; bundan sonra axın davam edir.',
        overTitle: (symbol) => `${symbol} barədə qərar verilib`,
        over: (symbol) =>
          `${symbol} üçün bildirilən səhmlərin bölünməsi və ya ad dəyişikliyi barədə qərar verilib, yaxud simvol artıq bu mənbədən qiymət almır.`,
      },
      calendar: {
        title: (calendar) => `${calendar} təqviminin sonu yaxınlaşır`,
        what: (calendar, { day }) =>
          `${calendar} təqvimində bayramlar və yarımçıq günlər yalnız bu tarixədək məlumdur: ${day}. Ondan sonra açılış və bağlanış vaxtları yanlış ola bilər.`,
        advice: 'Yeni ilin günlərini əhatə edən versiyaya yeniləyin.',
        overTitle: (calendar) => `${calendar} təqvimi uzadılıb`,
        over: (calendar) =>
          `${calendar} təqvimi uzadılıb və ya siyahıda ondan istifadə edən simvol qalmayıb.`,
      },
      disk: {
        title: () => 'Disk dolur',
        what: (_, { percent, megabytes }) =>
          `Məlumatların diski ${percent}% doludur; ${megabytes} MB boş yer qalıb. Disk dolsa, yazı tələb edən çağırışlar rədd edilir.`,
        advice:
          'Lazımsız faylları silin və ya diski böyüdün. Disk tam dolanda görüləcək işlər istismar sənədində “ballast” faylı ilə birlikdə izah olunur.',
        overTitle: () => 'Diskdə yenidən yer var',
        over: () => 'Məlumatların diskindəki doluluq yenidən həddin altındadır.',
      },
      job: {
        title: (job) => `${job} işi uğursuz oldu`,
        what: (job) => `Planlı ${job} işi xəta ilə bitdi; təkrar cəhdlər də uğursuz oldu.`,
        advice:
          'Xəta serverin jurnalında işin adı ilə yazılıb. İş növbəti vaxtında yenidən icra olunacaq.',
        overTitle: (job) => `${job} işi yenidən uğurludur`,
        over: (job) => `Planlı ${job} işinin son icrası uğurla bitib.`,
      },
      database: {
        title: () => 'Verilənlər bazası cavab vermədi',
        what: () =>
          'Verilənlər bazası bir müddət cavab vermədi. Bu bildiriş də həmin bazada saxlanılır; buna görə yalnız yazmaq yenidən mümkün olanda göndərildi.',
        advice: 'PostgreSQL-in jurnalına, maşının yükünə və diskinə baxın.',
        overTitle: () => 'Verilənlər bazası yenidən cavab verir',
        over: () => 'Verilənlər bazası bir dəqiqədir fasiləsiz cavab verir.',
      },
    },
  },
  en: {
    since: 'Since',
    until: 'Until',
    zone: 'Istanbul time',
    enough: (count, until) =>
      `This condition was reported ${count} times within an hour. If it returns, the next report comes at ${until} at the earliest.`,
    feeds: 'Feeds',
    symbols: 'Symbols',
    footer:
      'You received this email because your address is in the server’s setting OPERATOR_MAIL. There is no need to reply.',
    of: {
      silent: {
        title: (source) => `${source} sends no prices`,
        what: (source) =>
          `The source ${source} is connected, but it sends no prices at all although its markets are open. The prices of its symbols are getting old.`,
        advice:
          'Look at the source’s own status page. The server need not be restarted: it goes on by itself when prices arrive.',
        overTitle: (source) => `${source} sends prices again`,
        over: (source) => `Prices of the source ${source} arrive again.`,
      },
      disconnected: {
        title: (source) => `${source} is not connected`,
        what: (source) =>
          `The server cannot connect to the source ${source}. Its symbols get no prices; the missed candles are fetched once it is connected.`,
        advice:
          'Check the machine’s network, the address in the settings and the source’s status page. The server tries again every few seconds.',
        overTitle: (source) => `${source} is connected again`,
        over: (source) => `The source ${source} is connected again.`,
      },
      differing: {
        title: (source) => `${source} differs from the stored candles`,
        what: (source, { differing, compared }) =>
          `The last three days of the source ${source} were read again. Of ${compared} compared candles, ${differing} differ from the stored ones or are not stored. Nothing published has changed; the other values are stored as corrections.`,
        advice:
          'Look at the corrections on the page Feeds. Check whether the source has announced that it corrected its data.',
        overTitle: (source) => `${source} agrees with the stored candles again`,
        over: (source) =>
          `The last three days of the source ${source} agree with the stored candles, apart from the small share that is allowed.`,
      },
      action: {
        title: (symbol) => `A split or new name of ${symbol} waits for your decision`,
        what: (symbol, { effective }) =>
          `The source tells a split or a new name of ${symbol}, effective from ${effective}. Without a decision the symbol gets no prices and no new signals from then on.`,
        advice:
          'Compare it with the announcement of the exchange. On the page Symbols, confirm it if it is right and dismiss it if not; the feed then goes on.',
        overTitle: (symbol) => `The split or new name of ${symbol} was decided`,
        over: (symbol) =>
          `The split or new name of ${symbol} was decided, or the source no longer feeds the symbol.`,
      },
      calendar: {
        title: (calendar) => `The calendar ${calendar} ends soon`,
        what: (calendar, { day }) =>
          `The holidays and short days of the calendar ${calendar} are known only until ${day}. After that day its openings and closings may be wrong.`,
        advice: 'Update to a release that has the days of the new year.',
        overTitle: (calendar) => `The calendar ${calendar} was extended`,
        over: (calendar) =>
          `The calendar ${calendar} was extended, or no listed symbol uses it any more.`,
      },
      disk: {
        title: () => 'The disk is filling up',
        what: (_, { percent, megabytes }) =>
          `The disk of the data is ${percent}% full; ${megabytes} MB are free. When it is full, calls that must write are refused.`,
        advice:
          'Delete unneeded files or enlarge the disk. For a disk that is already full, the operating guide describes the file “ballast”.',
        overTitle: () => 'The disk has space again',
        over: () => 'The disk of the data is below its limit again.',
      },
      job: {
        title: (job) => `The job ${job} failed`,
        what: (job) => `The scheduled job ${job} ended with an error, and so did its retries.`,
        advice:
          'The server’s log has the error with the name of the job. The job runs again at its next time.',
        overTitle: (job) => `The job ${job} succeeded again`,
        over: (job) => `The last run of the scheduled job ${job} succeeded.`,
      },
      database: {
        title: () => 'The database did not answer',
        what: () =>
          'The database did not answer for a while. This message is stored in the same database, so it was sent only when the server could write again.',
        advice: 'Look at PostgreSQL’s log and at the load and the disk of the machine.',
        overTitle: () => 'The database answers again',
        over: () => 'The database has answered for a minute without interruption.',
      },
    },
  },
};

/** Returns the title of an alarm that lasts. */
export function alarmTitle(
  language: Language,
  { kind, subject }: Pick<StoredAlarm, 'kind' | 'subject'>,
): string {
  return WORDS[language].of[kind].title(subject);
}

/** Returns the text of the beginning or the end of an alarm. */
export function alarmText(
  language: Language,
  alarm: StoredAlarm,
  tells: 'begin' | 'over',
): AlarmText {
  const words = WORDS[language];
  const { subject, beganMs, endedMs, hourBeganMs, toldInHour } = alarm;
  const { title, what, advice, overTitle, over } = words.of[alarm.kind];
  const moment = (timeMs: number): string => `${longMoment(language, timeMs)} (${words.zone})`;
  const since = `${words.since}: ${moment(beganMs)}`;
  const isOfSymbol = alarm.kind === 'action';
  const page = isOfSymbol ? '/admin/symbols' : '/admin/feeds';
  const link = { page, action: isOfSymbol ? words.symbols : words.feeds } as const;
  const { footer } = words;
  if (tells === 'over') {
    const times = `${since}\n${words.until}: ${moment(endedMs ?? beganMs)}`;
    return { title: overTitle(subject), paragraphs: [over(subject), times], ...link, footer };
  }
  const paragraphs = [what(subject, figuresOf(language, alarm.facts)), since, advice];
  if (toldInHour >= MOST_PER_HOUR) {
    paragraphs.push(words.enough(MOST_PER_HOUR, moment(hourBeganMs + HOUR_MS)));
  }
  return { title: title(subject), paragraphs, ...link, footer };
}

function figuresOf(language: Language, facts: AlarmFacts): Figures {
  const {
    endsMs = 0,
    effectiveMs = 0,
    usedPercent = 0,
    freeMegabytes = 0,
    differing = 0,
    compared = 0,
  } = facts;
  const whole = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 0 });
  return {
    // The last known day ends at that moment.
    day: longDay(language, endsMs - 1),
    effective: `${longMoment(language, effectiveMs)} (${WORDS[language].zone})`,
    percent: whole.format(usedPercent),
    megabytes: whole.format(freeMegabytes),
    differing: whole.format(differing),
    compared: whole.format(compared),
  };
}

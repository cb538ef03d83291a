import type { InLanguages } from './languages.ts';
import { LEGAL_TEXTS } from './legal/index.ts';
import type { PagePath } from './pages.ts';
import type { Product } from './products.ts';
import type { Category } from './symbols.ts';

/** Title and description of a page, for search engines and link previews. `{name}` is a part of its address. */
export interface PageText {
  readonly title: string;
  /** One or two sentences, for search results and link previews. */
  readonly description?: string;
}

/** Returns a title and, for pages that can be found, a description, in Turkish, Azerbaijani and English. */
function headTexts(
  titles: readonly [string, string, string],
  descriptions?: readonly [string, string, string],
): InLanguages<PageText> {
  const at = (index: 0 | 1 | 2): PageText => ({
    title: titles[index],
    ...(descriptions && { description: descriptions[index] }),
  });
  return { tr: at(0), az: at(1), en: at(2) };
}

function office(...[tr, az, en]: readonly [string, string, string]): InLanguages<PageText> {
  return headTexts([`${tr} · Yönetim`, `${az} · İdarəetmə`, `${en} · Back office`]);
}

/**
 * The texts of every page's head. The running app uses the same titles with values of its own, such as the name of a
 * symbol.
 */
export const PAGE_TEXTS: Readonly<Record<PagePath, InLanguages<PageText>>> = {
  '/': headTexts(
    ['Piyasayı rasat edin', 'Bazarı rəsəd edin', 'Observe the market'],
    [
      'Kripto, forex, BIST, NASDAQ ve endeksler için beş analiz kutusu, haftalık seviyeler, döngü göstergesi ve her sinyalin açık sicili.',
      'Kripto, forex, BIST, NASDAQ və indekslər üçün beş analiz qutusu, həftəlik səviyyələr, tsikl göstəricisi və hər siqnalın açıq reyestri.',
      'Five analysis boxes, weekly levels, a cycle gauge and a public record of every signal for crypto, forex, BIST, NASDAQ and indices.',
    ],
  ),
  '/info/about': headTexts(
    ['Rasat hakkında', 'Rasat haqqında', 'About Rasat'],
    [
      'Rasat nedir, kendini nasıl ölçer, fiyatlar nereden gelir, siteyi kim işletir ve onlara nasıl ulaşılır.',
      'Rasat nədir, özünü necə ölçür, qiymətlər haradan gəlir, saytı kim idarə edir və onlarla necə əlaqə saxlamaq olar.',
      'What Rasat is, how it measures itself, where its prices come from, who runs the site and how to reach them.',
    ],
  ),
  '/info/glossary': headTexts(
    ['Sözlük', 'Lüğət', 'Glossary'],
    [
      'Kutu, işlem çizgisi, haftalık seviyeler, seer, döngü, R, ATR, eşlenmiş girişler: ekrandaki her terim bir resim ve bir paragrafla.',
      'Qutu, əməliyyat xətti, həftəlik səviyyələr, seer, tsikl, R, ATR, uyğunlaşdırılmış girişlər: ekrandakı hər termin bir şəkil və bir abzasla.',
      'Box, trade line, weekly levels, seer, cycle, R, ATR, matched entries: every term on the screen, with a picture and a paragraph.',
    ],
  ),
  '/info/privacy': headTexts(
    [LEGAL_TEXTS.privacy.title, 'Məxfilik siyasəti', 'Privacy policy'],
    [
      'Rasat’ı ziyaret ettiğinizde ve üye olduğunuzda hangi bilgilerin toplandığı, ne için kullanıldığı ve nasıl korunduğu.',
      'Rasata baxanda və üzv olanda hansı məlumatların toplandığı, nə üçün istifadə olunduğu və necə qorunduğu (türkcə).',
      'What Rasat learns when you visit and when you sign up, what it is used for and how it is protected (in Turkish).',
    ],
  ),
  '/info/kvkk': headTexts(
    [LEGAL_TEXTS.kvkk.title, 'Fərdi məlumatlar haqqında bildiriş', 'Notice on personal data'],
    [
      '6698 sayılı Kanun uyarınca aydınlatma: hangi kişisel veriler, hangi amaçla ve hukuki sebeple işlenir, haklarınız nelerdir.',
      'Türkiyənin 6698 saylı Qanununa görə bildiriş: hansı fərdi məlumatlar nə üçün işlənir və hüquqlarınız nədir (türkcə).',
      'The notice that Turkish law no. 6698 asks for: which personal data are processed, why, and what your rights are (in Turkish).',
    ],
  ),
  '/info/retention': headTexts(
    [
      LEGAL_TEXTS.retention.title,
      'Saxlama və məhvetmə siyasəti',
      'Retention and destruction policy',
    ],
    [
      'Kişisel verilerin ne kadar süreyle saklandığı, süre dolunca nasıl silindiği ve bunun nasıl kayda geçtiği.',
      'Fərdi məlumatların nə qədər saxlandığı, müddət bitəndə necə silindiyi və bunun necə qeyd olunduğu (türkcə).',
      'How long personal data are kept, how they are destroyed afterwards and how that is logged (in Turkish).',
    ],
  ),
  '/info/refund': headTexts(
    [
      LEGAL_TEXTS.refund.title,
      'İmtina, ləğv və geri qaytarma',
      'Withdrawal, cancellation and refund',
    ],
    [
      'Abonelik ve eğitim satın almalarında cayma hakkı, iptal, kullanılamayan hizmetin bildirimi ve iade süreleri.',
      'Abunəlik və təlim alışlarında imtina hüququ, ləğv, istifadə oluna bilməyən xidmətin bildirilməsi və geri qaytarma müddətləri (türkcə).',
      'The right to withdraw, cancellation, notice of an unusable service and the terms of refunds for what is bought here (in Turkish).',
    ],
  ),
  '/info/agreement': headTexts(
    [LEGAL_TEXTS.agreement.title, 'Satış və istifadəçi müqaviləsi', 'Sales and user agreement'],
    [
      'Platform aboneliği ve eğitimin satış koşulları: taraflar, dönemler ve bedeller, ödeme, kullanım ve fesih.',
      'Platforma abunəliyi və təlimin satış şərtləri: tərəflər, dövrlər və qiymətlər, ödəniş, istifadə və xitam (türkcə).',
      'The terms under which the subscription and the course are sold: parties, periods and prices, payment, use and end (in Turkish).',
    ],
  ),
  '/record': headTexts(
    ['Sicil', 'Reyestr', 'Record'],
    [
      'Yayımlanan her sinyal, sonucu ve yanında eşlenmiş girişler: isabet oranları sayıları, aralıkları ve maliyetleriyle, herkese açık.',
      'Dərc olunan hər siqnal, nəticəsi və yanında uyğunlaşdırılmış girişlər: nəticə faizləri sayları, aralıqları və xərcləri ilə, hamıya açıq.',
      'Every published signal, its outcome and matched entries beside it: hit rates with their counts, intervals and costs, open to all.',
    ],
  ),
  '/record/find': headTexts(['Sicil', 'Reyestr', 'Record']),
  '/record/:seq': headTexts(
    ['Sicil satırı {seq}', 'Reyestr sətri {seq}', 'Row {seq} of the record'],
    [
      'Bu satır yayımlandığı anda yazıldı ve bir daha değişmedi: ne dendi, ne oldu, nasıl yeniden hesaplanır.',
      'Bu sətir dərc olunduğu anda yazılıb və bir daha dəyişməyib: nə deyilib, nə olub, necə yenidən hesablanır.',
      'Written the moment it was published and never changed since: what was said, what came of it, and how to compute it again.',
    ],
  ),
  '/auth/register': headTexts(
    ['Üye ol', 'Qeydiyyat', 'Sign up'],
    [
      'Rasat’a üye olun: panel, grafik ve mesajlar üyelere açıktır.',
      'Rasatda qeydiyyatdan keçin: panel, qrafik və mesajlar üzvlərə açıqdır.',
      'Sign up to Rasat: dashboard, chart and messages are open to members.',
    ],
  ),
  '/auth/login': headTexts(
    ['Giriş', 'Giriş', 'Sign in'],
    ['Rasat hesabınıza girin.', 'Rasat hesabınıza daxil olun.', 'Sign in to your Rasat account.'],
  ),
  '/auth/forgot': headTexts(['Şifremi unuttum', 'Şifrəmi unutmuşam', 'Forgot my password']),
  '/account': headTexts(['Platform aboneliği', 'Platforma abunəliyi', 'Platform subscription']),
  '/mails': headTexts(['E-postalar', 'Məktublar', 'Emails']),
  '/offline': headTexts(['Bağlantı yok', 'Əlaqə yoxdur', 'No connection']),
  '/dashboard': headTexts(['Panel', 'Panel', 'Dashboard']),
  '/dashboard/symbol/:symbol': headTexts(['{symbol}', '{symbol}', '{symbol}']),
  '/dashboard/chart': headTexts(['Grafik', 'Qrafik', 'Chart']),
  '/dashboard/portfolio/:type': headTexts([
    'Portföy, {type}',
    'Portfel, {type}',
    'Portfolio, {type}',
  ]),
  '/dashboard/predictor/:type': headTexts(
    ['Tahminci, {type}', 'Proqnoz, {type}', 'Predictor, {type}'],
    [
      'Açık işlem koşulları ({type}): yön, fiyat, zarar durdur ve iki hedef, en yenisi üstte. Bilgi içindir, yatırım tavsiyesi değildir.',
      'Açıq əməliyyat şərtləri ({type}): istiqamət, qiymət, zərər dayandırma və iki hədəf, ən yenisi yuxarıda. Məlumat üçündür, investisiya tövsiyəsi deyil.',
      'Open trade conditions ({type}): direction, price, stop loss and two targets, the newest first. For information, not investment advice.',
    ],
  ),
  '/dashboard/messages': headTexts(['Mesajlar', 'Mesajlar', 'Messages']),
  '/admin': headTexts(['Yönetim', 'İdarəetmə', 'Back office']),
  '/admin/people': office('Üyeler', 'Üzvlər', 'Members'),
  '/admin/people/:uid': office('Üyeler', 'Üzvlər', 'Members'),
  '/admin/orders': office('Siparişler', 'Sifarişlər', 'Orders'),
  '/admin/orders/:number': office('{number}', '{number}', '{number}'),
  '/admin/questions': office('Sorular', 'Suallar', 'Questions'),
  '/admin/homework': office('Ödevler', 'Tapşırıqlar', 'Homework'),
  '/admin/lessons': office('Dersler', 'Dərslər', 'Lessons'),
  '/admin/messages': office('Mesajlar', 'Mesajlar', 'Messages'),
  '/admin/prices': office('Ücretler', 'Qiymətlər', 'Prices'),
  '/admin/symbols': office('Semboller', 'Simvollar', 'Symbols'),
  '/admin/feeds': office('Veri akışları', 'Məlumat axınları', 'Feeds'),
  '/admin/site': office('Açılış sayfası', 'Açılış səhifəsi', 'Landing page'),
  '/admin/audit': office('İşlem kaydı', 'Əməliyyat jurnalı', 'Audit log'),
};

/** Head texts of an unknown address and of a refused page. */
export const MISSING_TEXTS: InLanguages<PageText> = headTexts([
  'Bu adreste sayfa yok',
  'Bu ünvanda səhifə yoxdur',
  'There is no page at this address',
]);

/** Names of the products in structured data. */
export const PRODUCT_TEXTS: Readonly<Record<Product, InLanguages>> = {
  '3-months': {
    tr: 'Platform aboneliği, 3 ay',
    az: 'Platforma abunəliyi, 3 ay',
    en: 'Platform subscription, 3 months',
  },
  '6-months': {
    tr: 'Platform aboneliği, 6 ay',
    az: 'Platforma abunəliyi, 6 ay',
    en: 'Platform subscription, 6 months',
  },
  lesson: {
    tr: 'Teknik çizim eğitimi, 8 ders',
    az: 'Texniki çizgi təlimi, 8 dərs',
    en: 'Chart drawing course, 8 lessons',
  },
};

/** Names of the categories of symbols. */
export const CATEGORY_TEXTS: Readonly<Record<Category, InLanguages>> = {
  crypto: { tr: 'Kripto', az: 'Kripto', en: 'Crypto' },
  forex: { tr: 'Forex', az: 'Forex', en: 'Forex' },
  bist: { tr: 'BIST', az: 'BIST', en: 'BIST' },
  nasdaq: { tr: 'NASDAQ', az: 'NASDAQ', en: 'NASDAQ' },
  index: { tr: 'Endeks', az: 'İndeks', en: 'Indices' },
};

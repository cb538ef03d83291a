import type { Language } from '@rasat/contract';
import { longMoment } from '../../platform/mail/figures.ts';
import { composeLetter, type Reader } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';

interface Wording {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the button. */
  readonly action?: string;
}

function compose(
  to: Reader,
  template: string,
  { subject, paragraphs, action }: Wording,
  { code, url }: { readonly code?: string; readonly url?: string },
): Mail {
  return composeLetter(to, template, {
    title: subject,
    paragraphs,
    ...(code !== undefined && { code }),
    ...(url !== undefined && action !== undefined && { action: { label: action, url } }),
  });
}

const WELCOME: Readonly<Record<Language, Wording>> = {
  tr: {
    subject: 'Rasat’a hoş geldiniz',
    paragraphs: [
      'Üyeliğiniz oluşturuldu. E-posta adresiniz ve şifrenizle giriş yapabilirsiniz.',
      'Panel, grafikteki fiyatlar ve tahminci hemen açık. Sembol sayfaları, portföy, favoriler ve grafik çizimleri platform aboneliğine dahildir; abonelik, eğitimi almış öğrencilere satılır.',
      'Adımlar ve KDV dahil ücretler hesabınızdaki Abonelik bölümündedir.',
    ],
    action: 'Giriş yap',
  },
  az: {
    subject: 'Rasat-a xoş gəlmisiniz',
    paragraphs: [
      'Üzvlüyünüz yaradıldı. E-poçt ünvanınız və şifrənizlə daxil ola bilərsiniz.',
      'Panel, qrafikdəki qiymətlər və proqnoz dərhal açıqdır. Simvol səhifələri, portfel, seçilmişlər və qrafik çizgiləri platforma abunəliyinə daxildir; abunəlik təlimi almış tələbələrə satılır.',
      'Addımlar və ƏDV daxil qiymətlər hesabınızın Abunəlik bölməsindədir.',
    ],
    action: 'Daxil ol',
  },
  en: {
    subject: 'Welcome to Rasat',
    paragraphs: [
      'Your membership has been created. You can sign in with your email address and password.',
      'The dashboard, prices on the chart and the predictor are open at once. Symbol pages, the portfolio, favourites and chart drawings come with the platform subscription, which is sold to students of the course.',
      'The steps, and prices with VAT, stand in the Subscription section of your account.',
    ],
    action: 'Sign in',
  },
};

/** Returns the mail that says that an account was created. */
export function welcomeMail(to: Reader, baseUrl: string): Mail {
  const url = `${baseUrl}/auth/login`;
  return compose(to, 'welcome', WELCOME[to.language], { url });
}

const RESET: Readonly<Record<Language, (minutes: number) => Wording>> = {
  tr: (minutes) => ({
    subject: 'Şifre yenileme kodunuz',
    paragraphs: [
      `Şifrenizi yenilemek için aşağıdaki kodu kullanın. Kod ${minutes} dakika geçerlidir ve bir kez kullanılır.`,
      'Bunu siz istemediyseniz bu e-postayı dikkate almayın; şifreniz değişmez. Kodu kimseyle paylaşmayın.',
    ],
  }),
  az: (minutes) => ({
    subject: 'Şifrə yeniləmə kodunuz',
    paragraphs: [
      `Şifrənizi yeniləmək üçün aşağıdakı koddan istifadə edin. Kod ${minutes} dəqiqə etibarlıdır və yalnız bir dəfə istifadə olunur.`,
      'Bunu siz istəməmisinizsə, bu məktuba əhəmiyyət verməyin; şifrəniz dəyişməyəcək. Kodu heç kimlə paylaşmayın.',
    ],
  }),
  en: (minutes) => ({
    subject: 'Your password reset code',
    paragraphs: [
      `Use the code below to reset your password. It is valid for ${minutes} minutes and works once.`,
      'If you did not ask for this, ignore this email; your password stays as it is. Do not share the code.',
    ],
  }),
};

/** Returns the mail with the code for a forgotten password. */
export function resetMail(to: Reader, code: string, minutes: number): Mail {
  return compose(to, 'reset', RESET[to.language](minutes), { code });
}

const PASSWORD_CHANGED: Readonly<Record<Language, (time: string) => Wording>> = {
  tr: (time) => ({
    subject: 'Şifreniz değiştirildi',
    paragraphs: [
      `Hesabınızın şifresi ${time} tarihinde (Türkiye saatiyle) değiştirildi ve diğer oturumlarınız kapatıldı.`,
      'Bunu siz yapmadıysanız giriş sayfasındaki “Şifremi unuttum” ile şifrenizi hemen yenileyin.',
    ],
    action: 'Şifremi yenile',
  }),
  az: (time) => ({
    subject: 'Şifrəniz dəyişdirildi',
    paragraphs: [
      `Hesabınızın şifrəsi dəyişdirildi (İstanbul vaxtı ilə ${time}) və digər sessiyalarınız bağlandı.`,
      'Bunu siz etməmisinizsə, giriş səhifəsindəki “Şifrəmi unutmuşam” ilə şifrənizi dərhal yeniləyin.',
    ],
    action: 'Şifrəmi yenilə',
  }),
  en: (time) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account was changed on ${time} (Istanbul time) and your other sessions were ended.`,
      'If this was not you, reset your password at once with “Forgot my password” on the sign-in page.',
    ],
    action: 'Reset my password',
  }),
};

/** Returns the mail that says that the password was changed. */
export function passwordChangedMail(to: Reader, baseUrl: string, atMs: number): Mail {
  const wording = PASSWORD_CHANGED[to.language](longMoment(to.language, atMs));
  return compose(to, 'password-changed', wording, { url: `${baseUrl}/auth/forgot` });
}

type SessionWording = (time: string, device: string) => Wording;

const NEW_SESSION: Readonly<Record<Language, SessionWording>> = {
  tr: (time, device) => ({
    subject: 'Hesabınıza yeni bir giriş yapıldı',
    paragraphs: [
      `Hesabınıza ${time} tarihinde (Türkiye saatiyle) yeni bir cihazdan giriş yapıldı.`,
      `Cihaz: ${device === '' ? 'bilinmiyor' : device}`,
      'Bu sizseniz bir şey yapmanız gerekmez. Değilseniz şifrenizi değiştirin; diğer bütün oturumlar kapanır.',
    ],
    action: 'Oturumlarıma bak',
  }),
  az: (time, device) => ({
    subject: 'Hesabınıza yeni giriş edildi',
    paragraphs: [
      `Hesabınıza yeni bir cihazdan giriş edildi (İstanbul vaxtı ilə ${time}).`,
      `Cihaz: ${device === '' ? 'naməlum' : device}`,
      'Bu sizsinizsə, heç nə etməyinizə ehtiyac yoxdur. Siz deyilsinizsə, şifrənizi dəyişin; bütün digər sessiyalar bağlanacaq.',
    ],
    action: 'Sessiyalarıma bax',
  }),
  en: (time, device) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was signed in to from a new device on ${time} (Istanbul time).`,
      `Device: ${device === '' ? 'unknown' : device}`,
      'If this was you, there is nothing to do. If not, change your password; that ends every other session.',
    ],
    action: 'See my sessions',
  }),
};

/** Returns the mail about a sign-in from a new device; `device` as the list of sessions names it. */
export function newSessionMail(
  to: Reader,
  baseUrl: string,
  session: { readonly device: string; readonly atMs: number },
): Mail {
  const time = longMoment(to.language, session.atMs);
  const wording = NEW_SESSION[to.language](time, session.device);
  return compose(to, 'new-session', wording, { url: `${baseUrl}/account?selected=security` });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@rasat/contract';
import { newSessionMail, passwordChangedMail, resetMail, welcomeMail } from './mails.ts';

const BASE = 'https://rasat.example';
const AT_MS = Date.UTC(2026, 10, 18, 21, 30);

const TIMES = {
  tr: '19 Kasım 2026, 00:30',
  az: '19 noyabr 2026, 00:30',
  en: '19 November 2026, 00:30',
} as const;

/** What each mail says before its end, whose wording is that of every mail. */
const BODIES = {
  tr: {
    welcome: [
      'Rasat’a hoş geldiniz',
      'Merhaba Ada,',
      'Üyeliğiniz oluşturuldu. E-posta adresiniz ve şifrenizle giriş yapabilirsiniz.',
      'Panel, grafikteki fiyatlar ve tahminci hemen açık. Sembol sayfaları, portföy, favoriler ve grafik çizimleri platform aboneliğine dahildir; abonelik, eğitimi almış öğrencilere satılır.',
      'Adımlar ve KDV dahil ücretler hesabınızdaki Abonelik bölümündedir.',
      `Giriş yap:\n${BASE}/auth/login`,
    ],
    reset: [
      'Şifre yenileme kodunuz',
      'Merhaba Ada,',
      'Şifrenizi yenilemek için aşağıdaki kodu kullanın. Kod 10 dakika geçerlidir ve bir kez kullanılır.',
      'Bunu siz istemediyseniz bu e-postayı dikkate almayın; şifreniz değişmez. Kodu kimseyle paylaşmayın.',
      '    ABCD2345',
    ],
    changed: [
      'Şifreniz değiştirildi',
      'Merhaba Ada,',
      'Hesabınızın şifresi 19 Kasım 2026, 00:30 tarihinde (Türkiye saatiyle) değiştirildi ve diğer oturumlarınız kapatıldı.',
      'Bunu siz yapmadıysanız giriş sayfasındaki “Şifremi unuttum” ile şifrenizi hemen yenileyin.',
      `Şifremi yenile:\n${BASE}/auth/forgot`,
    ],
    session: [
      'Hesabınıza yeni bir giriş yapıldı',
      'Merhaba Ada,',
      'Hesabınıza 19 Kasım 2026, 00:30 tarihinde (Türkiye saatiyle) yeni bir cihazdan giriş yapıldı.',
      'Cihaz: Firefox, Linux',
      'Bu sizseniz bir şey yapmanız gerekmez. Değilseniz şifrenizi değiştirin; diğer bütün oturumlar kapanır.',
      `Oturumlarıma bak:\n${BASE}/account?selected=security`,
    ],
  },
  az: {
    welcome: [
      'Rasat-a xoş gəlmisiniz',
      'Salam, Ada!',
      'Üzvlüyünüz yaradıldı. E-poçt ünvanınız və şifrənizlə daxil ola bilərsiniz.',
      'Panel, qrafikdəki qiymətlər və proqnoz dərhal açıqdır. Simvol səhifələri, portfel, seçilmişlər və qrafik çizgiləri platforma abunəliyinə daxildir; abunəlik təlimi almış tələbələrə satılır.',
      'Addımlar və ƏDV daxil qiymətlər hesabınızın Abunəlik bölməsindədir.',
      `Daxil ol:\n${BASE}/auth/login`,
    ],
    reset: [
      'Şifrə yeniləmə kodunuz',
      'Salam, Ada!',
      'Şifrənizi yeniləmək üçün aşağıdakı koddan istifadə edin. Kod 10 dəqiqə etibarlıdır və yalnız bir dəfə istifadə olunur.',
      'Bunu siz istəməmisinizsə, bu məktuba əhəmiyyət verməyin; şifrəniz dəyişməyəcək. Kodu heç kimlə paylaşmayın.',
      '    ABCD2345',
    ],
    changed: [
      'Şifrəniz dəyişdirildi',
      'Salam, Ada!',
      'Hesabınızın şifrəsi dəyişdirildi (İstanbul vaxtı ilə 19 noyabr 2026, 00:30) və digər sessiyalarınız bağlandı.',
      'Bunu siz etməmisinizsə, giriş səhifəsindəki “Şifrəmi unutmuşam” ilə şifrənizi dərhal yeniləyin.',
      `Şifrəmi yenilə:\n${BASE}/auth/forgot`,
    ],
    session: [
      'Hesabınıza yeni giriş edildi',
      'Salam, Ada!',
      'Hesabınıza yeni bir cihazdan giriş edildi (İstanbul vaxtı ilə 19 noyabr 2026, 00:30).',
      'Cihaz: Firefox, Linux',
      'Bu sizsinizsə, heç nə etməyinizə ehtiyac yoxdur. Siz deyilsinizsə, şifrənizi dəyişin; bütün digər sessiyalar bağlanacaq.',
      `Sessiyalarıma bax:\n${BASE}/account?selected=security`,
    ],
  },
  en: {
    welcome: [
      'Welcome to Rasat',
      'Hello Ada,',
      'Your membership has been created. You can sign in with your email address and password.',
      'The dashboard, prices on the chart and the predictor are open at once. Symbol pages, the portfolio, favourites and chart drawings come with the platform subscription, which is sold to students of the course.',
      'The steps, and prices with VAT, stand in the Subscription section of your account.',
      `Sign in:\n${BASE}/auth/login`,
    ],
    reset: [
      'Your password reset code',
      'Hello Ada,',
      'Use the code below to reset your password. It is valid for 10 minutes and works once.',
      'If you did not ask for this, ignore this email; your password stays as it is. Do not share the code.',
      '    ABCD2345',
    ],
    changed: [
      'Your password was changed',
      'Hello Ada,',
      'The password of your account was changed on 19 November 2026, 00:30 (Istanbul time) and your other sessions were ended.',
      'If this was not you, reset your password at once with “Forgot my password” on the sign-in page.',
      `Reset my password:\n${BASE}/auth/forgot`,
    ],
    session: [
      'New sign-in to your account',
      'Hello Ada,',
      'Your account was signed in to from a new device on 19 November 2026, 00:30 (Istanbul time).',
      'Device: Firefox, Linux',
      'If this was you, there is nothing to do. If not, change your password; that ends every other session.',
      `See my sessions:\n${BASE}/account?selected=security`,
    ],
  },
} as const;

test('each mail says the whole of it in the language of its reader', () => {
  for (const language of LANGUAGES) {
    const to = { mail: 'ada@rasat.example', name: 'Ada', language };
    const device = 'Firefox, Linux';
    const mails = {
      welcome: welcomeMail(to, BASE),
      reset: resetMail(to, 'ABCD2345', 10),
      changed: passwordChangedMail(to, BASE, AT_MS),
      session: newSessionMail(to, BASE, { device, atMs: AT_MS }),
    };
    for (const [name, { text }] of Object.entries(mails)) {
      assert.deepEqual(
        text.split('\n\n').slice(0, -1),
        BODIES[language][name as keyof typeof mails],
      );
    }
    const unknown = { tr: 'Cihaz: bilinmiyor', az: 'Cihaz: naməlum', en: 'Device: unknown' };
    const { text } = newSessionMail(to, BASE, { device: '', atMs: AT_MS });
    assert.ok(text.includes(`\n\n${unknown[language]}\n\n`), text);
  }
});

for (const language of LANGUAGES) {
  test(`each mail says what it is about in ${language}`, () => {
    const to = { mail: 'ada@rasat.example', name: 'Ada <b>', language };
    const mails = {
      welcome: welcomeMail(to, BASE),
      reset: resetMail(to, 'ABCD2345', 10),
      changed: passwordChangedMail(to, BASE, AT_MS),
      session: newSessionMail(to, BASE, { device: 'Firefox, Linux', atMs: AT_MS }),
    };
    for (const { to: recipient, subject, text, html } of Object.values(mails)) {
      assert.equal(recipient, to.mail);
      assert.ok(text.startsWith(subject));
      assert.ok(
        text.includes('Ada <b>') && html.includes('Ada &lt;b&gt;') && !html.includes('<b>'),
      );
      assert.ok(html.includes(`lang="${language}"`));
    }
    const secret = Object.entries(mails).filter(([, mail]) => mail.carriesSecret);
    assert.deepEqual(
      secret.map(([name]) => name),
      ['reset'],
    );
    assert.match(mails.reset.text, /^ {4}ABCD2345$/m);
    assert.match(mails.reset.text, /\b10 (dakika|dəqiqə|minutes)/);
    assert.match(mails.welcome.text, /^https:\/\/rasat\.example\/auth\/login$/m);
    assert.match(mails.changed.text, /^https:\/\/rasat\.example\/auth\/forgot$/m);
    assert.match(mails.session.text, /^https:\/\/rasat\.example\/account\?selected=security$/m);
    assert.ok(mails.session.text.includes('Firefox, Linux'));
    for (const { text } of [mails.changed, mails.session]) {
      assert.ok(text.includes(TIMES[language]), text);
    }
  });
}

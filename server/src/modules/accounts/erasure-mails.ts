import type { Language } from '@rasat/contract';
import { longMoment } from '../../platform/mail/figures.ts';
import { composeLetter, type Reader } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';

interface Wording {
  readonly asked: {
    readonly title: string;
    readonly when: (date: string) => string;
    readonly back: string;
    readonly action: string;
  };
  readonly done: { readonly title: string; readonly what: string; readonly farewell: string };
}

const WORDINGS: Readonly<Record<Language, Wording>> = {
  tr: {
    asked: {
      title: 'Hesabınız silinecek',
      when: (date) =>
        `Hesabınızın silinmesini istediniz. Hesabınız ve size ait veriler şu tarihte silinecek: ${date} (Türkiye saatiyle).`,
      back: 'Vazgeçerseniz o zamana kadar giriş yapıp hesap sayfanızın Ayarlar bölümünden isteğinizi geri alabilirsiniz. Bu isteği siz yapmadıysanız geri alın ve şifrenizi değiştirin.',
      action: 'Ayarları aç',
    },
    done: {
      title: 'Hesabınız silindi',
      what: 'İsteğiniz üzerine hesabınız ve size ait veriler silindi.',
      farewell:
        'Size bundan sonra e-posta göndermeyeceğiz. Dilediğiniz zaman yeniden üye olabilirsiniz.',
    },
  },
  az: {
    asked: {
      title: 'Hesabınız silinəcək',
      when: (date) =>
        `Hesabınızın silinməsini istədiniz. Hesabınız və sizə aid məlumatlar bu tarixdə silinəcək: ${date} (İstanbul vaxtı ilə).`,
      back: 'Fikrinizi dəyişsəniz, o vaxta qədər daxil olub hesab səhifənizin Ayarlar bölməsindən sorğunuzu geri götürə bilərsiniz. Bu sorğunu siz göndərməmisinizsə, onu geri götürün və şifrənizi dəyişin.',
      action: 'Ayarları aç',
    },
    done: {
      title: 'Hesabınız silindi',
      what: 'İstəyinizə əsasən hesabınız və sizə aid məlumatlar silindi.',
      farewell:
        'Bundan sonra sizə məktub göndərməyəcəyik. İstədiyiniz vaxt yenidən qeydiyyatdan keçə bilərsiniz.',
    },
  },
  en: {
    asked: {
      title: 'Your account will be erased',
      when: (date) =>
        `You asked for your account to be erased. It will be erased, with everything that belongs to you, on ${date} (Istanbul time).`,
      back: 'If you change your mind, sign in before then and withdraw the request under Settings on your account page. If you did not ask for this, withdraw the request and change your password.',
      action: 'Open settings',
    },
    done: {
      title: 'Your account was erased',
      what: 'As you asked, your account and everything that belonged to you have been erased.',
      farewell: 'You will receive no more emails from us. You can sign up again at any time.',
    },
  },
};

/** Returns the mail that says when an account will be erased and how to prevent it. */
export function erasureAskedMail(reader: Reader, dueAtMs: number, baseUrl: string): Mail {
  const { language } = reader;
  const { title, when, back, action: label } = WORDINGS[language].asked;
  return {
    ...composeLetter(reader, 'erasure-asked', {
      title,
      paragraphs: [when(longMoment(language, dueAtMs)), back],
      action: { label, url: `${baseUrl}/account?selected=settings` },
    }),
    subject: `Rasat: ${title}`,
  };
}

/** Returns the mail that says that an account was erased. */
export function erasedMail(reader: Reader): Mail {
  const { title, what, farewell } = WORDINGS[reader.language].done;
  const letter = composeLetter(reader, 'erased', { title, paragraphs: [what, farewell] });
  return { ...letter, subject: `Rasat: ${title}` };
}

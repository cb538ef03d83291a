/** What forms say on every page: state, faults of single fields, the human check. */
export const form = {
  pending: 'Gönderiliyor, lütfen bekleyin.',
  showPassword: 'Şifreyi göster',
  hidePassword: 'Şifreyi gizle',
  passwordHint: '6 ile 32 karakter arası',
  fault: {
    email: 'Geçerli bir e-posta adresi girin',
    password: '6 ile 32 karakter arasında olmalı',
    required: 'Bu alanı doldurun',
    identity: 'Kimlik numaranızı girin',
    gsm: 'Geçerli bir telefon numarası girin',
    country: 'Ülke seçin',
    token: 'E-postadaki kodu girin',
    code: '6 haneli kodu girin',
    challenge: 'Önce insan olduğunuzu doğrulayın',
    known: 'Bu e-posta ile kayıtlı bir hesap var',
    wrongPassword: 'Şifre yanlış',
  },
  human: {
    label: 'İnsan olduğumu doğrula',
    verifying: 'Doğrulanıyor, birkaç saniye sürer',
    verified: 'İnsan doğrulaması tamam',
    wait: 'Doğrulama sürüyor, lütfen bekleyin',
    required: 'Devam etmek için doğrulayın',
    failed: 'Doğrulama tamamlanamadı, yeniden deneyin',
    expired: 'Doğrulamanın süresi doldu, yeniden doğrulayın',
  },
};

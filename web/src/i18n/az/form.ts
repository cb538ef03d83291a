/** What forms say on every page: state, faults of single fields, the human check. */
export const form = {
  pending: 'Göndərilir, zəhmət olmasa gözləyin.',
  showPassword: 'Şifrəni göstər',
  hidePassword: 'Şifrəni gizlət',
  passwordHint: '6 ilə 32 simvol arasında',
  fault: {
    email: 'Düzgün e-poçt ünvanı daxil edin',
    password: '6 ilə 32 simvol arasında olmalıdır',
    required: 'Bu xananı doldurun',
    identity: 'Şəxsiyyət nömrənizi daxil edin',
    gsm: 'Düzgün telefon nömrəsi daxil edin',
    country: 'Ölkəni seçin',
    token: 'E-poçtla gələn kodu daxil edin',
    code: '6 rəqəmli kodu daxil edin',
    challenge: 'Əvvəlcə insan olduğunuzu təsdiqləyin',
    known: 'Bu e-poçtla qeydiyyatdan keçmiş hesab var',
    wrongPassword: 'Şifrə yanlışdır',
  },
  human: {
    label: 'İnsan olduğumu təsdiqlə',
    verifying: 'Yoxlanılır, bir neçə saniyə çəkir',
    verified: 'İnsan yoxlaması tamamlandı',
    wait: 'Yoxlama davam edir, zəhmət olmasa gözləyin',
    required: 'Davam etmək üçün təsdiqləyin',
    failed: 'Yoxlama alınmadı, yenidən cəhd edin',
    expired: 'Yoxlamanın vaxtı bitdi, yenidən təsdiqləyin',
  },
};

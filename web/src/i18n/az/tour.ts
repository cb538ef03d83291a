import type { LaterCatalogue } from '../catalogue.ts';

/** The tour of the dashboard. */
export const tour: LaterCatalogue['tour'] = {
  step: '{{at}} / {{of}}',
  skip: 'Turu ötür',
  back: 'Geri',
  next: 'İrəli',
  done: 'Panelə keç',
  mark: 'termini izah edir',
  closed: 'Simvol səhifəsi abunəliyə daxildir; qrafik sizə açıqdır.',
  title: {
    symbol: 'Bir simvoldan başlayın',
    ladder: 'Xətkeşi oxuyun',
    ask: 'Bilmədiyinizi soruşun',
  },
  text: {
    symbol:
      'Beş bazar yan-yana. Soldakı üçbucaq həmin simvolda açıq əməliyyat şərti olduğunu deyir: yuxarı alış, aşağı satış. Simvola basanda səhifəsi açılır.',
    ladder:
      'Hər şərt bir xətkeşdir: solda zərər dayandırma, sonra giriş, sağda iki hədəf. Qızılı halqa cari qiymətdir; girişin solundadırsa, şərt zərərdədir.',
    ask: 'Başlıqların yanındakı sual işarəsi termini şəkillə izah edir; hamısı lüğətdədir. Simvol səhifəsində və qrafikdə Niyə düyməsi ədədin hansı şamlardan çıxdığını göstərir.',
  },
};

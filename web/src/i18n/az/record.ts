import { recordRows } from './record-rows.ts';

/** The record: what each signal was worth, and how to compute it again. */
export const record = {
  title: 'Sicil: hər siqnal, nəticəsi və bazası',
  short: 'Sicil',
  intro:
    'Yayımlanan hər siqnal əvvəlcədən qeyd olunur, sonra qiymətlə müqayisə edilir. Hədəfə çatma payı təkbaşına məna daşımır; yanında eyni simvolda, eyni istiqamətdə və eyni məsafə ilə açılmış təsadüfi girişlərin payı durur.',
  failed: 'Sicil yüklənmədi',
  computing: {
    title: 'Rəqəmlər hesablanır',
    text: 'Hər siqnal üçün qırx təsadüfi giriş izlənir. Hazır olanda səhifə özü yenilənir.',
    progress: 'Hesablandı: {{percent}}',
    waiting: 'Hesab qiymətlər hazır olanda başlayır.',
  },
  ...recordRows,
};

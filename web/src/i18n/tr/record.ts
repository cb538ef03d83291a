import { recordRows } from './record-rows.ts';

/** The record: what each signal was worth, and how to compute it again. */
export const record = {
  title: 'Sicil: her sinyal, sonucu ve tabanı',
  short: 'Sicil',
  intro:
    'Yayımlanan her sinyal önceden kaydedilir, sonra fiyatla karşılaştırılır. İsabet oranı tek başına anlam taşımaz; yanında aynı sembolde, aynı yönde ve aynı mesafeyle açılmış rastgele girişlerin oranı durur.',
  failed: 'Sicil yüklenemedi',
  computing: {
    title: 'Sayılar hesaplanıyor',
    text: 'Her sinyal için kırk rastgele giriş izleniyor. Sayfa hazır olunca kendiliğinden yenilenir.',
    progress: 'Hesaplandı: {{percent}}',
    waiting: 'Hesap, fiyatlar hazır olunca başlar.',
  },
  ...recordRows,
};

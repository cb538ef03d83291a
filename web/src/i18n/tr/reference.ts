/** Daily reference rates of central banks: what stands in place of an analysis. */
export const reference = {
  title: 'Günlük referans kuru ({{bank}}): analiz yok',
  text: 'Merkez bankası bu kuru iş günlerinde bir kez yayımlar. Bir alım satım fiyatı değildir ve gün içinde değişmez; bu yüzden kutu, seviye, olasılık ve sinyal hesaplanmaz.',
  of: '{{symbols}}: günlük referans kuru ({{bank}}), analiz yok',
};

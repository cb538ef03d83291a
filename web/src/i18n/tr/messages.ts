/** The page of messages. */
export const messages = {
  title: 'Mesajlar',
  platform: 'Platform mesajları',
  class: 'Sınıf mesajları',
  new: '{{count}} yeni',
  one: 'Yeni',
  readAll: 'Tümünü okundu say',
  link: 'Bağlantıyı aç',
  missing: 'Mesajlar şu anda okunamıyor.',
  retry: 'Yeniden dene',
  platformEmpty: 'Henüz mesaj yok',
  platformEmptyText: 'Platformla ilgili haberler burada görünür.',
  classEmpty: 'Henüz sınıf mesajı yok',
  classEmptyText: 'Derslerle ve ödevlerle ilgili haberler burada görünür.',
  classOther: 'Eğitim öğrencileri için',
  classOtherText:
    'Derslerle ve ödevlerle ilgili haberler bu listeye yazılır. Eğitimi satın alınca burada okursunuz.',
  toEducation: 'Eğitime göz at',
};

/** The page of messages. */
export const messages = {
  title: 'Mesajlar',
  platform: 'Platform mesajları',
  class: 'Sınıf mesajları',
  new: '{{count}} yeni',
  one: 'Yeni',
  readAll: 'Tümünü okundu say',
  link: 'Bağlantıyı aç',
  newTab: 'yeni sekmede açılır',
  missing: 'Mesajlar şu anda okunamıyor.',
  retry: 'Yeniden dene',
  platformEmpty: 'Henüz mesaj yok',
  platformEmptyText: 'Platformla ilgili haberler burada durur.',
  classEmpty: 'Henüz sınıf mesajı yok',
  classEmptyText: 'Derslerle ve ödevlerle ilgili haberler burada durur.',
  classOther: 'Eğitim öğrencileri için',
  classOtherText:
    'Derslerle, ödevlerle ve canlı oturumlarla ilgili haberler bu listeye yazılır. Eğitimi satın alınca burada görünür.',
  toEducation: 'Eğitime bak',
};

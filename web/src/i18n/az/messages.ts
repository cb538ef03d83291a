/** The page of messages. */
export const messages = {
  title: 'Mesajlar',
  platform: 'Platforma mesajları',
  class: 'Sinif mesajları',
  new: '{{count}} yeni',
  one: 'Yeni',
  readAll: 'Hamısını oxunmuş say',
  link: 'Keçidi aç',
  newTab: 'yeni vərəqdə açılır',
  missing: 'Mesajlar hazırda oxunmur.',
  retry: 'Yenidən cəhd et',
  platformEmpty: 'Hələ mesaj yoxdur',
  platformEmptyText: 'Platformadakı yeniliklər və xəbərlər burada durur.',
  classEmpty: 'Hələ sinif mesajı yoxdur',
  classEmptyText: 'Dərslərin və tapşırıqların xəbərləri burada durur.',
  classOther: 'Təhsilin tələbələri üçün',
  classOtherText:
    'Dərslərin, tapşırıqların və canlı görüşlərin xəbərləri bu siyahıya yazılır. Təhsili alanda burada görünür.',
  toEducation: 'Təhsilə bax',
};

/** The page of messages. */
export const messages = {
  title: 'Mesajlar',
  platform: 'Platforma mesajları',
  class: 'Sinif mesajları',
  new: '{{count}} yeni',
  one: 'Yeni',
  readAll: 'Hamısını oxunmuş say',
  link: 'Keçidi aç',
  missing: 'Mesajlar hazırda oxunmur.',
  retry: 'Yenidən cəhd et',
  platformEmpty: 'Hələ mesaj yoxdur',
  platformEmptyText: 'Platforma ilə bağlı xəbərlər burada görünür.',
  classEmpty: 'Hələ sinif mesajı yoxdur',
  classEmptyText: 'Dərslər və tapşırıqlarla bağlı xəbərlər burada görünür.',
  classOther: 'Təlimin tələbələri üçün',
  classOtherText:
    'Dərslər və tapşırıqlarla bağlı xəbərlər bu siyahıya yazılır. Təlimi alanda burada oxuyursunuz.',
  toEducation: 'Təlimə bax',
};

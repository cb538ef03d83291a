/** Favourites: the stars of every page, and the notices after pressing one. */
export const favorites = {
  title: 'Seçilmişlər',
  add: '{{symbol}} simvolunu seçilmişlərə əlavə et',
  remove: '{{symbol}} simvolunu seçilmişlərdən çıxar',
  added: '{{symbol}} seçilmişlərə əlavə edildi',
  removed: '{{symbol}} seçilmişlərdən çıxarıldı',
  failed: 'Seçilmiş yadda saxlanmadı',
  failedText: 'Dəyişiklik geri qaytarıldı.',
  full: 'Ən çoxu {{count}} seçilmişiniz ola bilər. Dəyişiklik geri qaytarıldı.',
  loadFailed: 'Seçilmişlər yüklənmədi',
  none: 'Hələ seçilmişiniz yoxdur',
  noneText: 'Simvolun səhifəsindəki ulduza basın, o burada görünür.',
  needs: 'Seçilmişlər abunəliyə daxildir',
  needsText:
    'Abunəçilər izlədikləri simvolları ulduzla işarələyir və qiymətləri ilə bir siyahıda görürlər.',
  offer: 'Abunəlik nə verir',
  all: 'Hamısı',
};

/** Favourites: the stars of every page, and the notices after pressing one. */
export const favorites = {
  title: 'Favoriler',
  add: '{{symbol}} sembolünü favorilere ekle',
  remove: '{{symbol}} sembolünü favorilerden çıkar',
  added: '{{symbol}} favorilere eklendi',
  removed: '{{symbol}} favorilerden çıkarıldı',
  failed: 'Favori kaydedilemedi',
  failedText: 'Değişiklik geri alındı.',
  full: 'En çok {{count}} favoriniz olabilir. Değişiklik geri alındı.',
  loadFailed: 'Favoriler yüklenemedi',
  none: 'Henüz favoriniz yok',
  noneText: 'Bir sembolün sayfasındaki yıldıza basın, burada listelensin.',
  needs: 'Favoriler aboneliğe dahildir',
  needsText:
    'Aboneler izledikleri sembolleri yıldızla işaretler ve fiyatlarıyla tek listede görür.',
  offer: 'Aboneliğe dahil olanlar',
  all: 'Tümü',
};

/** The tour of the dashboard. */
export const tour = {
  step: '{{at}} / {{of}}',
  skip: 'Turu atla',
  back: 'Geri',
  next: 'İleri',
  done: 'Panele geç',
  mark: 'terimi açıklar',
  closed: 'Sembol sayfası aboneliğe dahildir; grafik size açık.',
  title: {
    symbol: 'Bir sembolle başlayın',
    ladder: 'Cetveli okuyun',
    ask: 'Bilmediğinizi sorun',
  },
  text: {
    symbol:
      'Beş piyasa yan yana. Soldaki üçgen, o sembolde açık bir işlem koşulu olduğunu söyler: yukarı alış, aşağı satış. Sembole basınca sayfası açılır.',
    ladder:
      'Her koşul bir cetveldir: solda zarar durdur, sonra giriş, sağda iki hedef. Pirinç halka güncel fiyattır; girişin solundaysa koşul zarardadır.',
    ask: 'Başlıkların yanındaki soru işareti terimi bir resimle açıklar; hepsi sözlükte durur. Sembol sayfasında ve grafikte Neden düğmesi, bir sayının hangi mumlardan çıktığını gösterir.',
  },
};

/** The command palette. */
export const palette = {
  title: 'Sembol ve komut arama',
  field: 'Sembol, komut veya sayfa',
  close: 'Esc, aramayı kapat',
  symbols: 'Semboller',
  commands: 'Komutlar',
  pages: 'Sayfalar ve ayarlar',
  openSymbol: '{{symbol}} sayfasını aç',
  openChart: '{{symbol}} grafiğini aç',
  glossary: 'Sözlük: terimlerin açıklaması',
  toLight: 'Açık temaya geç',
  toDark: 'Koyu temaya geç',
  none: '“{{query}}” için sonuç yok',
  found_one: '{{count}} sembol bulundu',
  found_other: '{{count}} sembol bulundu',
};

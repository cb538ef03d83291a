/** The command palette. */
export const palette = {
  title: 'Simvol və əmr axtarışı',
  field: 'Simvol, əmr və ya səhifə',
  close: 'Esc, axtarışı bağla',
  symbols: 'Simvollar',
  commands: 'Əmrlər',
  pages: 'Səhifələr və ayarlar',
  openSymbol: '{{symbol}} səhifəsini aç',
  openChart: '{{symbol}} qrafikini aç',
  glossary: 'Lüğət: terminlərin izahı',
  toLight: 'Açıq temaya keç',
  toDark: 'Tünd temaya keç',
  none: '“{{query}}” üçün nəticə yoxdur',
  found_one: '{{count}} simvol tapıldı',
  found_other: '{{count}} simvol tapıldı',
};

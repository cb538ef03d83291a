/** The page of kept mails. */
export const mails = {
  title: 'E-postalar',
  lead: 'Bir posta sunucusu ayarlanmadığı için e-postalar bu makinede tutulur ve yedi gün sonra silinir.',
  list: 'Tutulan e-postalar',
  count_one: '{{count}} e-posta',
  count_other: '{{count}} e-posta',
  to: 'Kime: {{address}}',
  back: 'Listeye dön',
  failed: 'E-postalar yüklenemedi',
  empty: 'Henüz e-posta yok',
  emptyText: 'Rasat bir e-posta yazdığında birkaç saniye içinde burada görünür.',
  absent: 'Burada e-posta tutulmuyor',
  absentText:
    'E-postalar yalnızca posta sunucusu ayarlanmamış bir makinede ve o makinenin kendisinden okunur.',
};

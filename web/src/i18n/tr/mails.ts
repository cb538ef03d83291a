/** The page that links to the stored emails. */
export const mails = {
  title: 'E-postalar',
  lead: 'Bir posta sunucusu ayarlanmadığı için Rasat’ın yazdığı e-postalar bu makinede tutulur ve yedi gün sonra silinir. Yalnızca bu makinedeki bir tarayıcıda, işleticinin sayfasında okunurlar:',
  failed: 'Adres öğrenilemedi',
  absent: 'Burada e-posta tutulmuyor',
  absentText:
    'E-postalar yalnızca posta sunucusu ayarlanmamış bir makinede, işleticinin sayfasından okunur.',
};

/** The page that links to the stored emails. */
export const mails = {
  title: 'Məktublar',
  lead: 'Poçt serveri qurulmadığı üçün Rasat-ın yazdığı məktublar bu maşında saxlanılır və yeddi gündən sonra silinir. Onlar yalnız bu maşındakı brauzerdə, operatorun səhifəsində oxunur:',
  failed: 'Ünvan öyrənilmədi',
  absent: 'Burada məktub saxlanılmır',
  absentText: 'Məktublar yalnız poçt serveri qurulmamış maşında, operatorun səhifəsindən oxunur.',
};

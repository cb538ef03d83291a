/** The page of kept mails. */
export const mails = {
  title: 'Məktublar',
  lead: 'Poçt serveri qurulmadığı üçün məktublar bu maşında saxlanılır və yeddi gündən sonra silinir.',
  list: 'Saxlanılan məktublar',
  count_one: '{{count}} məktub',
  count_other: '{{count}} məktub',
  to: 'Kimə: {{address}}',
  back: 'Siyahıya qayıt',
  failed: 'Məktublar yüklənmədi',
  empty: 'Hələ məktub yoxdur',
  emptyText: 'Rasat məktub yazanda bir neçə saniyəyə burada görünür.',
  absent: 'Burada məktub saxlanılmır',
  absentText:
    'Məktublar yalnız poçt serveri qurulmamış maşında və elə həmin maşının özündən oxunur.',
};

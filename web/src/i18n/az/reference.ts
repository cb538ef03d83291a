/** Daily reference rates of central banks: what stands in place of an analysis. */
export const reference = {
  title: 'Gündəlik istinad məzənnəsi ({{bank}}): təhlil yoxdur',
  text: 'Mərkəzi bank bu məzənnəni iş günlərində bir dəfə elan edir. O, alqı-satqı qiyməti deyil və gün ərzində dəyişmir; buna görə qutu, səviyyə, ehtimal və siqnal hesablanmır.',
  of: '{{symbols}}: gündəlik istinad məzənnəsi ({{bank}}), təhlil yoxdur',
};

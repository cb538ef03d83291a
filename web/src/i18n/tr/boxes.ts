/** Names of the five boxes, by kind. */
export const boxes = {
  hayyam: 'Hayyam',
  '52': '52',
  '144': '144',
  '36': '36',
  crystal: 'Crystal',
};

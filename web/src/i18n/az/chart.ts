/** The chart page. */
export const chart = {
  title: 'Qrafik',
};

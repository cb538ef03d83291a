/** The chart page. */
export const chart = {
  title: 'Grafik',
  resolutions: { '15': '15d', '60': '1s', '240': '4s', '1D': '1G', '1W': '1H' },
};

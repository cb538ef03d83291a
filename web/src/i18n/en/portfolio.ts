/** The portfolio page. */
export const portfolio = {
  title: 'Portfolio',
};

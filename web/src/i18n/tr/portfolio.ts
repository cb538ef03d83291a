/** The portfolio page. */
export const portfolio = {
  title: 'Portföy',
};

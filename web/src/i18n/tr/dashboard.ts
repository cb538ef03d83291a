/** The dashboard. */
export const dashboard = {
  title: 'Panel',
};

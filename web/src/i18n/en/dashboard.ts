/** The dashboard. */
export const dashboard = {
  title: 'Dashboard',
};

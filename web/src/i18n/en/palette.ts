/** The command palette. */
export const palette = {
  title: 'Commands',
};

/** The sign of levels, in the ink of a box: a bar. */
export const levelMark = (pressed: boolean): string =>
  `w-2.75 forced-color-adjust-none ${pressed ? 'border-t-3 border-bx' : 'border-t-2 border-bx-l'}`;

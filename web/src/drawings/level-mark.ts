/** Returns the classes of the symbol of levels, a bar in the ink of a box. */
export const levelMark = (pressed: boolean): string =>
  `w-2.75 forced-color-adjust-none ${pressed ? 'border-t-3 border-bx' : 'border-t-2 border-bx-l'}`;

/** Daily reference rates of central banks: what stands in place of an analysis. */
export const reference = {
  title: 'Daily reference rate of {{bank}}: no analysis',
  text: 'The central bank publishes this rate once on each working day. It is not a traded price and does not move during the day, so no boxes, levels, chances or signals are computed.',
  of: '{{symbols}}: daily reference rate of {{bank}}, no analysis',
};

/** Painting order of the plot, from the back to the front; candles are between `boxLines` and `boxLevels`. */
export const Z = {
  gaps: 5,
  gann: 10,
  cone: 15,
  boxFill: 20,
  boxLines: 30,
  candles: 40,
  boxLevels: 50,
  tradeLines: 55,
  targets: 60,
  crystal: 65,
  price: 70,
  leaders: 75,
  plates: 80,
  highlight: 90,
  ring: 95,
} as const;

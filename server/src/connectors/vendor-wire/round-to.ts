/** Returns a price rounded to decimals, as the number that its decimal text is read as. */
export function roundTo(price: number, digits: number): number {
  return Number(price.toFixed(digits));
}

/** Of an image whose size is not known. */
const WIDE = 16 / 9;

/** How wide an image stands on the screen, as CSS: as its place lets it be, and never higher than the window. */
export function widthOf({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): string {
  const ratio = width > 0 && height > 0 ? width / height : WIDE;
  return `min(100%, calc((100dvh - 170px) * ${ratio}))`;
}

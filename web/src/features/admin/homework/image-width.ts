/** Aspect ratio assumed for an image without a known size. */
const WIDE = 16 / 9;

/** Returns the CSS width of an image that fits its container and is never higher than the window. */
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

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

// Draws the icons of the installed app from the mark into web/public/icons: `node scripts/draw-icons.ts`. The icons are
// committed; run the script again when the mark changes.

const ICONS = path.resolve(import.meta.dirname, '../web/public/icons');
const GROUND = '#10151B';
const BRASS = '#E3C27C';

/**
 * Returns the mark of `web/src/ui/icons.tsx` without its finest arc, which is invisible in small pictures; 24 units
 * wide.
 */
const mark = (colour: string): string =>
  `<g fill="none" stroke="${colour}" stroke-width="1.8">` +
  '<path d="M4 20V4a16 16 0 0 1 16 16z" stroke-linejoin="round"/>' +
  '<path d="M4 20 16.2 7.8" stroke-linecap="round"/>' +
  `<circle cx="17.6" cy="6.4" r="1.9" fill="${colour}" stroke="none"/></g>`;

/** Returns a square picture: the mark takes `share` of its width, `radius` rounds its ground, which may be left out. */
function picture(
  share: number,
  ground: { readonly radius: number } | null,
  colour: string,
): string {
  const scale = (32 * share) / 24;
  const edge = (32 - 24 * scale) / 2;
  const plate = ground
    ? `<rect width="32" height="32" rx="${ground.radius}" fill="${GROUND}"/>`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${plate}` +
    `<g transform="translate(${edge} ${edge}) scale(${scale})">${mark(colour)}</g></svg>`
  );
}

const plain = picture(0.75, { radius: 6 }, BRASS);
// A mask may crop everything outside four fifths of the width (https://www.w3.org/TR/appmanifest/#icon-masks).
const maskable = picture(0.58, { radius: 0 }, BRASS);
const FILES: readonly (readonly [name: string, svg: string, size: number])[] = [
  ['icon-192', plain, 192],
  ['icon-512', plain, 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  ['monochrome-512', picture(0.75, null, '#FFFFFF'), 512],
  ['apple-touch-180', picture(0.66, { radius: 0 }, BRASS), 180],
];

mkdirSync(ICONS, { recursive: true });
for (const [name, svg, size] of FILES) {
  const image = await sharp(Buffer.from(svg), { density: 72 * 32 })
    .resize(size, size)
    .png({ palette: true, effort: 10, compressionLevel: 9 })
    .toBuffer();
  writeFileSync(path.join(ICONS, `${name}.png`), image);
  console.log(`${name}.png ${image.length} bytes`);
}

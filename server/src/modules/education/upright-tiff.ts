/** Exif 2.32, 4.6.4: tag of the camera's orientation, a SHORT. */
const ORIENTATION = 0x0112;
const SHORT = 3;
/**
 * TIFF 6.0, section 2: byte order, the number 42, the offset of the first directory; the directory's one entry; no
 * further directory.
 */
const ONE_ENTRY =
  '4d4d002a00000008' + '0001' + '0112' + '0003' + '00000001' + '00000000' + '00000000';
const VALUE_AT = 18;

/** Returns the TIFF of an Exif with only its orientation; null when the picture is upright or has no orientation. */
export function uprightTiff(exif: Buffer): Buffer | null {
  const orientation = readOrientation(exif);
  if (orientation < 2 || orientation > 8) return null;
  const tiff = Buffer.from(ONE_ENTRY, 'hex');
  tiff.writeUInt16BE(orientation, VALUE_AT);
  return tiff;
}

function readOrientation(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4);
  const isLittle = order === 'II*\0';
  if (!isLittle && order !== 'MM\0*') return 1;
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 8) return 1;
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(directory);
  for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12) {
    if (short(at) === ORIENTATION && short(at + 2) === SHORT) return short(at + 8);
  }
  return 1;
}

import { hash } from 'node:crypto';

const BYTES = 32;

/**
 * SHA-256 of bytes, or of a text in UTF-8. Records hash by the million: bytes that are filled one by one cost half of the
 * buffer that `hash` would make, and unlike bytes of the pool keep no more than themselves in memory.
 */
export function sha256(content: Uint8Array | string): Buffer {
  const text = hash('sha256', content, 'binary');
  const bytes = Buffer.allocUnsafeSlow(BYTES);
  for (let i = 0; i < BYTES; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Returns the bytes of hex digits, two per byte. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}

/** Returns the bytes of base64 (RFC 4648, section 4). Throws RangeError for any other text. */
export function fromBase64(text: string): Uint8Array {
  const binary = decodeBase64(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    throw new RangeError('not base64');
  }
}

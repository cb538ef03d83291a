/**
 * Returns a whole unmasked WebSocket text frame (RFC 6455 section 5.2), built once and written to every socket that
 * receives it. Only for sockets without permessage-deflate and without a queue of their own in the WebSocket library.
 */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const head = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + bytes);
  frame[0] = 0x81;
  if (head === 2) {
    frame[1] = bytes;
  } else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.write(text, head);
  return frame;
}

/** Random bytes from the browser's secure generator. */
export const randomBytes = (length: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(length));

/** Random bytes as lowercase hex. */
export const randomHex = (bytes: number): string =>
  Array.from(randomBytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

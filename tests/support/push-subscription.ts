import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const derived = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * A browser with a push subscription: its address at the push service and its public keys. `open` decrypts a message
 * with the keys that a browser keeps to itself.
 */
export function pushBrowser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  };
  /** Decrypts a message, which must have one record (RFC 8291). */
  const open = (body: Uint8Array): string => {
    const message = Buffer.from(body);
    const salt = message.subarray(0, 16);
    const sender = message.subarray(21, 21 + message.readUInt8(20));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
    const secret = derived(keys.computeSecret(sender), auth, info, 32);
    const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const record = message.subarray(21 + sender.length);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  return { subscription, open };
}

export const subscription = () => pushBrowser().subscription;

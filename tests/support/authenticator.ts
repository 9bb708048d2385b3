import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Assertion, Attestation } from '#core/contract/account/passkeys.ts';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** The first bytes of a CBOR item: its major type and its length or value, which must be below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** Encodes as CBOR: only the types that authenticators use. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** Deviations from a correct browser and authenticator, to be refused by the server. */
export interface Wrong {
  /** The origin that the browser claims. */
  readonly origin?: string;
  /** The relying party for which the authenticator claims to have signed. */
  readonly rpId?: string;
  /** The device has not verified its user by PIN or biometrics. */
  readonly unverified?: boolean;
  /** The signature counter. */
  readonly counter?: number;
  readonly type?: 'webauthn.create' | 'webauthn.get';
  /** The user to whom the authenticator claims that the passkey belongs. */
  readonly userHandle?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const CAN_BE_BACKED_UP = 0x08;
const BACKED_UP = 0x10;
const HAS_KEY = 0x40;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A pair of keys out of 32 bytes, whose signatures have no chance in them, either. */
function keyOf(seed: Uint8Array): { publicKey: KeyObject; privateKey: KeyObject } {
  const der = Buffer.concat([ED25519, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** An authenticator with one passkey, together with the browser that uses it at an origin. */
export class Authenticator {
  readonly id: string;
  counter = 0;
  backedUp = false;
  /** It can move to other devices, whether or not it has yet. */
  canBeBackedUp = false;
  readonly #origin: string;
  readonly #aaguid: string;
  readonly #key: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  #userHandle = '';

  /** `seed`: 32 bytes, of which everything follows that is otherwise random. */
  constructor(
    origin: string,
    aaguid = '00000000-0000-0000-0000-000000000000',
    seed: Uint8Array | undefined = undefined,
  ) {
    this.id = base64url(seed ? sha256(seed) : randomBytes(32));
    this.#origin = origin;
    this.#aaguid = aaguid;
    this.#key = seed ? keyOf(seed) : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** The public key as authenticators write it: on P-256 for ES256, or Ed25519 for EdDSA. */
  #publicKey(): Buffer {
    const { x = '', y } = this.#key.publicKey.export({ format: 'jwk' });
    const bytes = (part: string): Buffer => Buffer.from(part, 'base64url');
    return y === undefined
      ? cbor(
          new Map<number, Cbor>([
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(x)],
          ]),
        )
      : cbor(
          new Map<number, Cbor>([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, bytes(x)],
            [-3, bytes(y)],
          ]),
        );
  }

  /** Ed25519 has a hash of its own. */
  #hash(): 'sha256' | undefined {
    return this.#key.privateKey.asymmetricKeyType === 'ed25519' ? undefined : 'sha256';
  }

  #clientData(challenge: string, type: string, { origin = this.#origin }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, wrong: Wrong, more: readonly Uint8Array[] = []): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    const all =
      flags |
      PRESENT |
      (wrong.unverified ? 0 : VERIFIED) |
      (this.canBeBackedUp || this.backedUp ? CAN_BE_BACKED_UP : 0) |
      (this.backedUp ? BACKED_UP : 0);
    const rpIdHash = sha256(wrong.rpId ?? new URL(this.#origin).hostname);
    return Buffer.concat([rpIdHash, Buffer.from([all]), counter, ...more]);
  }

  /** Creates the passkey for the user that `userHandle` names. */
  make(
    { challenge, userHandle }: { readonly challenge: string; readonly userHandle: string },
    wrong: Wrong = {},
  ): Attestation {
    this.#userHandle = userHandle;
    const id = Buffer.from(this.id, 'base64url');
    const authData = this.#authenticatorData(HAS_KEY, wrong, [
      Buffer.from(this.#aaguid.replaceAll('-', ''), 'hex'),
      Buffer.from([0, id.length]),
      id,
      this.#publicKey(),
    ]);
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: this.id,
      clientDataJSON: base64url(
        this.#clientData(challenge, wrong.type ?? 'webauthn.create', wrong),
      ),
      attestationObject: base64url(attestationObject),
      transports: ['internal', 'hybrid'],
    };
  }

  /** Signs a challenge. An authenticator with a signature counter increases it before each signature. */
  answer(challenge: string, wrong: Wrong = {}): Assertion {
    if (this.counter > 0) this.counter += 1;
    const clientData = this.#clientData(challenge, wrong.type ?? 'webauthn.get', wrong);
    const authenticatorData = this.#authenticatorData(0, wrong);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: this.id,
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign(this.#hash(), signed, this.#key.privateKey)),
      userHandle: wrong.userHandle ?? this.#userHandle,
    };
  }
}

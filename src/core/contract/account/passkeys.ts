import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { transfer } from '#core/contract/money/transfer.ts';
import {
  deviceNumber,
  done,
  empty,
  instant,
  line,
  password,
  success,
  text,
} from '#core/contract/schemas.ts';
import { deskAct } from '#core/contract/staff/desk-act.ts';
import { login } from './session.ts';

/** A passkey as its owner sees it. */
export const passkey = v.object({
  id: v.string(),
  name: v.string(),
  addedAt: instant,
  usedAt: v.nullable(instant),
  /** A copy exists beside the device, for example with the phone's maker. */
  backedUp: v.boolean(),
});
export type Passkey = v.InferOutput<typeof passkey>;

export const LONGEST_PASSKEY_NAME = 60;

/** Binary values are base64url without padding, as `PublicKeyCredential.toJSON` writes them. */
const binary = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[\w-]+$/));

const credentialId = binary(1400);

/** An authenticator's signature with one of the account's passkeys. */
export const assertion = v.object({
  id: credentialId,
  clientDataJSON: binary(4000),
  authenticatorData: binary(4000),
  signature: binary(4000),
  userHandle: v.optional(binary(100)),
});
export type Assertion = v.InferOutput<typeof assertion>;

/** A new passkey's public key, as the authenticator made it. */
export const attestation = v.object({
  id: credentialId,
  clientDataJSON: binary(4000),
  attestationObject: binary(16_000),
  transports: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)),
});
export type Attestation = v.InferOutput<typeof attestation>;

/** Usable once, within five minutes, for the purpose it was requested for. */
const challenge = v.object({
  ...success,
  data: v.object({ challenge: v.string(), rpId: v.string() }),
});

/** A challenge to sign in with. It names no account, because the passkey tells whose it is. */
export const passkeySignInChallenge = endpoint({
  path: '/users/passkey-sign-in-challenge',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: challenge,
});

/** Signs in with a passkey, without a password and without a code. */
export const passkeySignIn = endpoint({
  path: '/users/passkey-sign-in',
  access: 'anonymous',
  effect: 'write',
  request: v.object({
    credential: assertion,
    device_info: v.optional(text(200)),
    device_id: v.optional(deviceNumber),
  }),
  answer: login.answer,
});

/** The second factor if it is on, otherwise the password. */
const proof = { password: v.optional(password), otp: v.optional(text(16)) };

/** A challenge to add a passkey. */
export const passkeyAddChallenge = endpoint({
  path: '/users/passkey-add-challenge',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  request: v.object(proof),
  answer: v.object({
    ...success,
    data: v.object({
      challenge: v.string(),
      rpId: v.string(),
      /** The account's id for authenticators; it is used nowhere else. */
      userHandle: v.string(),
      /** The account's passkeys: an authenticator that has one of them makes no second. */
      known: v.array(v.string()),
    }),
  }),
});

export const addPasskey = endpoint({
  path: '/users/add-passkey',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  request: v.object({ credential: attestation }),
  answer: v.object({ ...success, data: v.object({ id: v.string(), name: v.string() }) }),
});

export const renamePasskey = endpoint({
  path: '/users/rename-passkey',
  access: 'session',
  effect: 'write',
  request: v.object({
    id: credentialId,
    name: v.pipe(line(LONGEST_PASSKEY_NAME), v.minLength(1)),
    ...proof,
  }),
  answer: done,
});

export const removePasskey = endpoint({
  path: '/users/remove-passkey',
  access: 'session',
  effect: 'write',
  request: v.object({ id: credentialId, ...proof }),
  answer: done,
});

/**
 * What a passkey can be used for instead of the authenticator's code, and for a transfer instead of the
 * mailed code as well (KEEP-15). `desk`: what an officer decides or takes along (READ-08).
 */
export const passkeyUses = ['withdrawal', 'security', 'transfer', 'desk'] as const;
export type PasskeyUse = (typeof passkeyUses)[number];

/** A challenge to be signed with one of the account's passkeys, and which passkeys those are. */
export const passkeyProofChallenge = endpoint({
  path: '/users/passkey-proof-challenge',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: v.object({
    use: v.picklist(passkeyUses),
    /** With the use `transfer`: the only transfer that the result confirms. */
    transfer: v.optional(transfer),
    /** With the use `desk`: the only act that the result confirms. */
    act: v.optional(deskAct),
  }),
  answer: v.object({
    ...success,
    data: v.object({ challenge: v.string(), rpId: v.string(), known: v.array(v.string()) }),
  }),
});

/**
 * Exchanges a signature for a token, which this session can use once, within two minutes, instead of a code.
 */
export const showPasskey = endpoint({
  path: '/users/show-passkey',
  access: 'session',
  effect: 'write',
  request: v.object({ use: v.picklist(passkeyUses), credential: assertion }),
  answer: v.object({ ...success, data: v.object({ otp: v.string() }) }),
});

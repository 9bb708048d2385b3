import { createHash } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type {
  Assertion,
  Attestation,
  Passkey,
  PasskeyUse,
} from '#core/contract/account/passkeys.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { isoOf, type JsonRow, type PlainRow } from '#server/store/json-row.ts';
import type { Db, Reader, Tx } from '#server/store/schema/schema.ts';

/** The time to answer a challenge: somebody may have to find their phone. */
const CHALLENGE_SECONDS = 300;
/** The time between using a passkey and the action it is for. */
const SHOWN_SECONDS = 120;
/**
 * How long after it was added a passkey can confirm transfers (KEEP-15). Without a second factor, a thief
 * needs only the password to add one; by then the mail about it has reached the owner.
 */
const SETTLED_SECONDS = 24 * 3600;

/** What a challenge is for; it is valid for nothing else. */
export type ChallengePurpose = 'sign-in' | 'add' | PasskeyUse;
/** What a passkey's token is for. */
type ShownPurpose = `shown-${PasskeyUse}`;

const hash = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** The name by which passkeys know the site: the host of its public address. */
export const relyingParty = ({ config }: Pick<Deps, 'config'>): string =>
  new URL(config.publicUrl).hostname;

/** The account's id for authenticators, which return it at a sign-in. */
export const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url');

/**
 * Random bytes; for a transfer, their hash with it, so that the passkey signs the amount and the recipient.
 */
function derived(bytes: Uint8Array, about: string): string {
  if (about === '') return Buffer.from(bytes).toString('base64url');
  const digest = createHash('sha256').update(bytes).update(about).digest();
  return digest.subarray(0, bytes.length).toString('base64url');
}

/** Stores a secret of so many random bytes; only its hash is kept. */
async function issue(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  db: Db | Tx,
  {
    purpose,
    owner,
    about = '',
    bytes,
    seconds,
  }: {
    readonly purpose: ChallengePurpose | ShownPurpose;
    readonly owner: Owner | undefined;
    /** The fingerprint of the only transfer it is valid for. */
    readonly about?: string | undefined;
    readonly bytes: number;
    readonly seconds: number;
  },
): Promise<string> {
  const value = derived(random(bytes), about);
  await db
    .insertInto('passkey_challenges')
    .values({
      hash: hash(value),
      purpose,
      user_id: owner?.userId ?? null,
      session_id: owner?.sessionId ?? null,
      about,
      expires_at: clock.sqlIn(seconds),
    })
    .execute();
  return value;
}

/** Which secret, for what, and the session it was given to. */
interface ClaimedChallenge {
  readonly value: string;
  readonly purpose: ChallengePurpose | ShownPurpose;
  readonly sessionId: string | null;
  /** The transfer it must belong to; undefined: any. */
  readonly about?: string | undefined;
}

/**
 * Uses a secret up and returns its transfer; undefined if it is not for this purpose and session, was used,
 * or has expired.
 */
async function take(
  { clock }: Pick<Deps, 'clock'>,
  db: Db | Tx,
  { value, purpose, sessionId, about }: ClaimedChallenge,
): Promise<string | undefined> {
  const { rows } = await sql<{ about: string }>`delete from passkey_challenges
    where hash = ${hash(value)} and purpose = ${purpose}
      and session_id is not distinct from ${sessionId}::text
      and about = coalesce(${about ?? null}::text, about)
      and expires_at > ${clock.sql} returning about`.execute(db);
  return rows[0]?.about;
}

/**
 * A challenge for one answer. `owner`: its session; none at a sign-in. `about`: the fingerprint of the only
 * transfer it is valid for.
 */
export const issueChallenge = (
  deps: Pick<Deps, 'clock' | 'random'>,
  db: Db | Tx,
  purpose: ChallengePurpose,
  owner: Owner | undefined,
  about?: string,
): Promise<string> =>
  issue(deps, db, { purpose, owner, about, bytes: 32, seconds: CHALLENGE_SECONDS });

/** A token for a used passkey: valid once, instead of a code. Sixteen letters. */
export const issueShown = (
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  use: PasskeyUse,
  owner: Owner,
  about: string,
): Promise<string> =>
  issue(deps, tx, { purpose: `shown-${use}`, owner, about, bytes: 12, seconds: SHOWN_SECONDS });

/** Whether this is the session's token for its passkey and this use; it is used up. */
export const takeShown = async (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  value: string,
  {
    use,
    sessionId,
    about = '',
  }: {
    readonly use: PasskeyUse;
    readonly sessionId: string;
    /** The transfer that the passkey must have signed. */
    readonly about?: string;
  },
): Promise<boolean> =>
  (await take(deps, tx, { value, purpose: `shown-${use}`, sessionId, about })) !== undefined;

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = Object(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The challenge of an answer, and its transfer; empty without one. */
interface TakenChallenge {
  readonly challenge: string;
  readonly about: string;
}

/**
 * Uses an answer's challenge up and returns it; undefined if it is not valid. A statement of its own, before
 * the answer is checked, so that a challenge cannot be tried twice.
 */
export async function takeChallenge(
  deps: Pick<Deps, 'db' | 'clock'>,
  clientDataJSON: string,
  purpose: ChallengePurpose,
  sessionId: string | null,
): Promise<TakenChallenge | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const about = await take(deps, deps.db, { value: challenge, purpose, sessionId });
  return about === undefined ? undefined : { challenge, about };
}

const expected = (deps: Pick<Deps, 'config'>, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: deps.config.publicUrl,
  expectedRPID: relyingParty(deps),
  requireUserVerification: true,
});

/** The library throws for whatever is wrong with what it is given. */
async function orUndefined<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

/** The row of a new passkey; undefined if it was not just made for us by a verified person. */
export async function checkNewPasskey(
  deps: Pick<Deps, 'config'>,
  { id, clientDataJSON, attestationObject, transports }: Attestation,
  challenge: string,
) {
  const checked = await orUndefined(() =>
    verifyRegistrationResponse({
      ...expected(deps, challenge),
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
    }),
  );
  const made = checked?.registrationInfo;
  if (!checked?.verified || !made || made.credential.id !== id) return undefined;
  return {
    id,
    public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: transports.join(','),
    aaguid: made.aaguid,
    backed_up: made.credentialBackedUp,
  };
}

/** The passkeys of an account that can be used for this. */
const passkeysFor = (
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: string,
  use: PasskeyUse | undefined,
) =>
  reader
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(use === 'transfer', (query) =>
      query.where('added_at', '<=', clock.sqlIn(-SETTLED_SECONDS)),
    );

/** The ids of the passkeys that an account may show for a use. */
export const passkeyIdsFor = async (
  deps: Pick<Deps, 'clock' | 'db'>,
  userId: string,
  use: PasskeyUse,
): Promise<string[]> =>
  (
    await passkeysFor(deps, deps.db, userId, use)
      .select('id')
      .orderBy('added_at')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/**
 * Whether one of the account's passkeys signed the challenge for us, with a verified person. A counter that
 * does not rise belongs to a copy: that is refused for a passkey bound to its device, and noted for one that
 * moves between devices, each of which may count for itself. The passkey's own data are stored. The caller
 * has locked the account's row.
 */
export async function checkAssertion(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  userId: string,
  {
    credential,
    challenge,
    use,
  }: {
    readonly credential: Assertion;
    readonly challenge: string;
    readonly use?: PasskeyUse;
  },
): Promise<boolean> {
  const { id, clientDataJSON, authenticatorData, signature } = credential;
  const stored = await passkeysFor(deps, tx, userId, use)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const named = credential.userHandle;
  if (!stored || (named !== undefined && named !== userHandle(userId))) return false;
  const checked = await orUndefined(() =>
    verifyAuthenticationResponse({
      ...expected(deps, challenge),
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        // The library would refuse what does not rise before it looks at the signature.
        counter: 0,
      },
    }),
  );
  if (!checked?.verified) return false;
  const { newCounter, credentialDeviceType } = checked.authenticationInfo;
  const before = Number(stored.counter);
  if (newCounter <= before && before > 0) {
    if (credentialDeviceType === 'singleDevice') return false;
    await record(tx, deps, {
      actor: userId,
      action: 'used a passkey whose counter did not rise',
      detail: { before, now: newCounter },
    });
  }
  await tx
    .updateTable('passkeys')
    .set({
      counter: newCounter,
      backed_up: checked.authenticationInfo.credentialBackedUp,
      used_at: deps.clock.sql,
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** The owner of a passkey. */
export const findPasskeyOwner = async (reader: Reader, id: string): Promise<string | undefined> =>
  (await reader.selectFrom('passkeys').select('user_id').where('id', '=', id).executeTakeFirst())
    ?.user_id;

/** Reads the passkeys of an account, in the order they were added. */
export const passkeysQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('passkeys')
    .select(['id', 'name', 'added_at', 'used_at', 'backed_up'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('id');

type Listed = ReturnType<typeof passkeysQuery>;

export const passkeyOf = (row: PlainRow<Listed> | JsonRow<Listed>): Passkey => ({
  id: row.id,
  name: row.name,
  addedAt: isoOf(row.added_at),
  usedAt: row.used_at && isoOf(row.used_at),
  backedUp: row.backed_up,
});

/** The passkeys of an account, in that order. */
export const listPasskeys = async (reader: Reader, userId: string): Promise<Passkey[]> =>
  (await passkeysQuery(reader, userId).execute()).map(passkeyOf);

export const hasPasskey = async (reader: Reader, userId: string): Promise<boolean> =>
  (await reader
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Removes an account's passkeys with their tokens. Returns whether there were any. */
export async function dropPasskeys(
  tx: Tx,
  userId: string,
  only: { readonly addedSince: Date } | undefined,
): Promise<boolean> {
  let query = tx.deleteFrom('passkeys').where('user_id', '=', userId);
  if (only) query = query.where('added_at', '>=', only.addedSince);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  return numDeletedRows > 0n;
}

import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type {
  listAddresses,
  SavedCryptoAddress,
  SavedFiatAccount,
} from '#core/contract/account/address-book.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { accountText } from '#core/money/account-number.ts';
import { findCash } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { destinationOf, sameDestination } from '#core/networks/address/destination.ts';
import { isTagged } from '#core/networks/networks.ts';
import { counterpartyText } from '#core/people/counterparty.ts';
import { quoted } from '#server/adapters/mail/quoted.ts';
import { addressBookMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { MOST_SAVED_RECIPIENTS } from '#server/policy.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  counterpartiesQuery,
  ownerIn,
} from '#server/services/checks/travel-rule/counterparties.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import type { JsonRow } from '#server/store/json-row.ts';
import type { SavedAddresses } from '#server/store/schema/customer-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

type Draft = Pick<Insertable<SavedAddresses>, 'kind' | 'label' | 'currency'> &
  Partial<Insertable<SavedAddresses>>;

/** The content of a mail about a change. */
interface Changed {
  readonly id: string;
  readonly label: string;
  /** The entry's destination: everything that distinguishes two entries. */
  readonly rows: readonly string[];
}

type Row = Pick<
  SavedAddresses,
  'id' | 'label' | 'kind' | 'currency' | 'network' | 'address' | 'tag' | 'holder'
> &
  Pick<SavedAddresses, 'iban' | 'bsb' | 'account_number'>;

function rowsOf(row: Row): readonly string[] {
  if (row.kind === 'crypto') {
    return [
      `Asset: ${row.currency} on the ${row.network} network`,
      `Address: ${row.address}`,
      ...(isTagged(row.network) ? [`Destination tag: ${row.tag || 'none'}`] : []),
    ];
  }
  return [
    `Account holder: ${quoted(row.holder)} (${row.currency})`,
    row.iban ? `IBAN: ${row.iban}` : `BSB ${row.bsb}, account ${row.account_number}`,
  ];
}

const changed = (row: Row): Changed => ({ id: row.id, label: row.label, rows: rowsOf(row) });

/** The entry of a destination, in whatever spelling (HARD-28). */
async function entryFor(tx: Tx, userId: string, draft: Draft) {
  const { kind, network = '', address = '', tag = '', iban = '', bsb = '' } = draft;
  const saved = await tx
    .selectFrom('saved_addresses')
    .select(['id', 'address', 'tag', 'iban', 'bsb', 'account_number', 'doubted_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('currency', '=', draft.currency)
    .where('network', '=', network)
    .execute();
  const leads = destinationOf(network, address, tag);
  return saved.find((row) =>
    kind === 'crypto'
      ? sameDestination(destinationOf(network, row.address, row.tag), leads)
      : row.iban === iban && row.bsb === bsb && row.account_number === draft.account_number,
  );
}

/** Tells the customer by mail, in the transaction of the change. */
async function told(
  deps: Deps,
  tx: Tx,
  { userId, sessionId }: Owner,
  change: Parameters<typeof addressBookMail>[1],
  row: Row,
): Promise<Changed> {
  const entry = changed(row);
  const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
  await queueMail(deps, tx, addressBookMail(recipient, change, entry));
  if (change === 'added') {
    await notify(deps, tx, userId, {
      event: 'cryptoAddressCreated',
      popup: 'Your address book has a new entry.',
      page: '/profile/addressBook',
      alarm: true,
      bySession: sessionId,
    });
  }
  return entry;
}

/** Reads the entries of an address book. */
export const savedQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('saved_addresses')
    .select(['id', 'kind', 'label', 'currency', 'network', 'address', 'tag'])
    .select(['holder', 'iban', 'bsb', 'account_number', 'doubted_at'])
    .where('user_id', '=', userId)
    .orderBy('label')
    .orderBy('id');

/** Reads the amounts being paid out to bank accounts, in minor units, by account. */
export const payoutsQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('withdrawals')
    .where('user_id', '=', userId)
    .where('holder', '!=', '')
    .where('status', 'in', ['requested', 'broadcast'])
    .select(['address', sql<string>`sum(units)::text`.as('units')])
    .groupBy('address');

type Saved = JsonRow<ReturnType<typeof savedQuery>>;
type Payouts = readonly JsonRow<ReturnType<typeof payoutsQuery>>[];

/** The bank accounts among the entries. */
export const accountsIn = (rows: readonly Saved[], payouts: Payouts): SavedFiatAccount[] =>
  rows
    .filter(({ kind }) => kind === 'fiat')
    .map((row) => {
      const { id: address_id, label, holder, currency: currency_id } = row;
      const { iban, bsb, account_number } = row;
      const paid = payouts.find(({ address }) => address === accountText(row));
      const scale = findCash(currency_id)?.scale ?? 2;
      return {
        ...{ address_id, label, holder, currency_id, iban, bsb, account_number },
        ...(paid && { on_its_way: formatUnits(BigInt(paid.units), scale) }),
        ...(row.doubted_at !== null && { doubted: true }),
      };
    });

/** An address book, read in one statement. */
export async function readAddressBook(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<AnswerOf<typeof listAddresses>['data']> {
  const read = await db
    .selectNoFrom([
      jsonArrayFrom(savedQuery(db, userId)).as('saved'),
      jsonArrayFrom(payoutsQuery(db, userId)).as('payouts'),
      jsonArrayFrom(counterpartiesQuery(db, userId)).as('counterparties'),
    ])
    .executeTakeFirstOrThrow();
  const ownerOf = ownerIn(read.counterparties);
  const crypto = read.saved
    .filter(({ kind }) => kind === 'crypto')
    .map((row): SavedCryptoAddress => {
      const { id: address_id, label, currency: currency_id, network, address, tag } = row;
      const said = ownerOf(row);
      const whose = said && counterpartyText(said);
      const entry = { address_id, label, currency_id, network, address, tag };
      return {
        ...entry,
        ...(whose && { whose }),
        ...(row.doubted_at !== null && { doubted: true }),
      };
    });
  return { crypto, fiat: accountsIn(read.saved, read.payouts) };
}

const alreadyThere = (): Refused =>
  refuse('INVALID_INPUT', 'This is already in your address book.');

/** Adds an entry. The account is locked, so that the limit holds for simultaneous requests. */
export const addAddress = (deps: Deps, owner: Owner, draft: Draft): Promise<Changed | Refused> =>
  withAccount(deps, owner, async (tx) => {
    const { count } = await tx
      .selectFrom('saved_addresses')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_SAVED_RECIPIENTS) {
      return refuse(
        'LIMIT_EXCEEDED',
        `You can keep ${MOST_SAVED_RECIPIENTS} entries. Delete one first.`,
      );
    }
    const before = await entryFor(tx, owner.userId, draft);
    if (before && before.doubted_at === null) return alreadyThere();
    // Its owner saves it again, so it is theirs from now on (READ-14).
    if (before) await tx.deleteFrom('saved_addresses').where('id', '=', before.id).execute();
    const row = {
      network: '',
      address: '',
      tag: '',
      holder: '',
      iban: '',
      bsb: '',
      account_number: '',
      ...draft,
      id: randomUUID(),
      user_id: owner.userId,
      created_at: deps.clock.sql,
    };
    const added = await tx
      .insertInto('saved_addresses')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n
      ? told(deps, tx, owner, 'added', row)
      : alreadyThere();
  });

export const renameAddress = (
  deps: Deps,
  owner: Owner,
  request: { readonly address_id: string; readonly label: string },
): Promise<Changed | Refused> =>
  withAccount(deps, owner, async (tx) => {
    const row = await tx
      .updateTable('saved_addresses')
      .set({ label: request.label })
      .where('id', '=', request.address_id)
      .where('user_id', '=', owner.userId)
      .returningAll()
      .executeTakeFirst();
    return row ? told(deps, tx, owner, 'renamed', row) : notFound();
  });

export const removeAddress = (
  deps: Deps,
  owner: Owner,
  addressId: string,
): Promise<Changed | Refused> =>
  withAccount(deps, owner, async (tx) => {
    const row = await tx
      .deleteFrom('saved_addresses')
      .where('id', '=', addressId)
      .where('user_id', '=', owner.userId)
      .returningAll()
      .executeTakeFirst();
    return row ? told(deps, tx, owner, 'deleted', row) : notFound();
  });

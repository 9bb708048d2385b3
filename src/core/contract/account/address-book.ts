import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  currencyId,
  decimal,
  done,
  empty,
  id,
  line,
  success,
  text,
} from '#core/contract/schemas.ts';

/** An address to withdraw to (D19). */
/**
 * It was saved shortly before the account was frozen or its password reset by mail, so it counts as new until its owner
 * saves it again (READ-14).
 */
const doubted = v.optional(v.boolean());

export const savedCryptoAddress = v.object({
  address_id: v.string(),
  label: v.string(),
  currency_id: v.string(),
  /** The network as the payment routes name it. */
  network: v.string(),
  address: v.string(),
  /** XRP destination tag; empty if there is none. */
  tag: v.string(),
  /**
   * Who owns the address, as a text, from what the customer stated for a withdrawal; absent if they were
   * never asked (KEEP-07).
   */
  whose: v.optional(v.string()),
  doubted,
});
export type SavedCryptoAddress = v.InferOutput<typeof savedCryptoAddress>;

/** A bank account: an IBAN, or a BSB with an account number. Fields that do not apply are empty. */
export const savedFiatAccount = v.object({
  address_id: v.string(),
  label: v.string(),
  holder: v.string(),
  currency_id: v.string(),
  iban: v.string(),
  bsb: v.string(),
  account_number: v.string(),
  /** The amount being paid out to it now (BANK-07); absent if there is none. */
  on_its_way: v.optional(decimal),
  doubted,
});
export type SavedFiatAccount = v.InferOutput<typeof savedFiatAccount>;

/** The crypto addresses and the bank accounts, each sorted by label. */
export const listAddresses = endpoint({
  path: '/users/list-addresses',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({ crypto: v.array(savedCryptoAddress), fiat: v.array(savedFiatAccount) }),
  }),
});

const label = line(40);

/**
 * Adds an entry, or renames one. Where an entry leads never changes: an address that was checked stays
 * the address that was checked.
 */
export const saveAddress = endpoint({
  path: '/users/save-address',
  access: 'user',
  effect: 'write',
  hourly: 60,
  request: v.union([
    v.object({
      kind: v.literal('crypto'),
      label,
      currency_id: currencyId,
      network: text(40),
      address: text(200),
      tag: v.optional(text(20), ''),
    }),
    v.object({
      kind: v.literal('fiat'),
      label,
      holder: line(100),
      currency_id: currencyId,
      iban: v.optional(text(60), ''),
      bsb: v.optional(text(20), ''),
      account_number: v.optional(text(40), ''),
    }),
    v.object({ kind: v.literal('rename'), address_id: id, label }),
  ]),
  answer: v.object({ ...success, data: v.object({ address_id: v.string() }) }),
});

export const deleteAddress = endpoint({
  path: '/users/delete-address',
  access: 'user',
  effect: 'write',
  request: v.object({ address_id: id }),
  answer: done,
});

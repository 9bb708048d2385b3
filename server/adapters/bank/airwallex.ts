import { createHmac } from 'node:crypto';
import { brand } from '#core/brand.ts';
import type { ReturnReason } from '#core/contract/money/withdrawal.ts';
import { accountOfText } from '#core/money/account-number.ts';
import { isCompanyName } from '#core/people/person-name.ts';
import type { Transfer, TransferPage } from '#server/adapters/custody/transfers.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import {
  type ExactJson,
  member,
  parseExactJson,
  plainDecimal,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import { hmacMatches } from '#server/adapters/party/hmac.ts';
import { forged, irrelevant, readNotice } from '#server/adapters/party/notice.ts';
import {
  type Meaning,
  meant,
  nobodyKnows,
  type PartyAnswer,
  type Read,
} from '#server/adapters/party/party-facts.ts';
import { type Login, partyLine, TOO_LONG } from '#server/adapters/party/party-line.ts';
import type {
  AccountOwner,
  Bank,
  BankDetails,
  BankTransfer,
  OpenedAccount,
  OpenedAccounts,
  PayeeName,
  PayeeQuestion,
} from './bank.ts';
import { readStatementAside, STATEMENT_BYTES, tooLarge } from './read-statement.ts';

export interface AirwallexSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
  /** The secret with which the bank signs its notices. */
  readonly webhookSecret: string;
  /** The address of a day's statement in camt.053, with `{day}` in place of the day. */
  readonly statements: { readonly url: string; readonly token: string } | undefined;
}

const API_VERSION = '2024-09-27';
const PAGE = 100;
/** So many pages of a list are read at once. What has more is read in parts, each of a shorter time. */
const MOST_PAGES = 20;
/** The shortest such time, and how many pages of it are read at most. */
const SHORTEST_MS = 1_000;
const MOST_PAGES_SHORT = 1_000;
/** Before it nobody had an account of ours. */
const BEGIN = Date.UTC(2015, 0, 1);
/** What was made so long before the newest known one is listed again, because a list may lag behind. */
const OVERLAP_MS = 3600_000;
/** What a transfer's recipient reads. By it our own are known among those that people make at the bank. */
const TEXTS = { payout: `${brand.name} payout`, return: `${brand.name} return` } as const;
/** A token is renewed this long before the end that the bank names. */
const EARLY_MS = 60_000;
/** A notice whose time is further away than this, in either direction, is refused. */
const NOTICE_MS = 5 * 60_000;
const STATEMENT_MS = 15_000;
/**
 * The name of an account's holder is asked of its own bank, by way of others, and the scheme leaves that bank five
 * seconds: the way there and back comes on top.
 */
const PAYEE_MS = 8_000;
/** Notices about something else, such as payouts, come to the same address. */
const HEEDED = 'deposit.';
/** The country in which accounts of each currency are opened. */
const countries = { EUR: 'DE', AUD: 'AU' } as const;

const words: Readonly<Record<string, BankTransfer['status']>> = {
  SETTLED: 'settled',
  REJECTED: 'rejected',
  REVERSED: 'reversed',
};

/** The payer's name, which the bank writes at either place, or at none. */
function payerNameOf(deposit: ExactJson | undefined): string {
  const payer = member(deposit, 'payer');
  return textMember(member(payer, 'bank_account'), 'name') || textMember(payer, 'name') || '';
}

/** A transfer from the bank's JSON; undefined if a required field is missing. */
export function transferOf(value: ExactJson | undefined): BankTransfer | undefined {
  const id = textMember(value, 'id');
  const accountId = textMember(value, 'global_account_id');
  const currency = textMember(value, 'currency');
  const amount = plainDecimal(member(value, 'amount'), 8);
  if (!id || !accountId || !currency || amount === undefined) return undefined;
  return {
    id,
    accountId,
    currency,
    amount,
    payer: payerNameOf(value),
    reference: textMember(value, 'reference') ?? '',
    // An unknown status leaves the outcome open.
    status: words[textMember(value, 'status') ?? ''] ?? 'pending',
  };
}

const listOf = (value: ExactJson | undefined): readonly ExactJson[] =>
  Array.isArray(value) ? value : [];

/** The first text under one of these names in one of these objects. */
const textIn = (places: readonly (ExactJson | undefined)[], ...names: readonly string[]): string =>
  places.flatMap((place) => names.map((name) => textMember(place, name))).find(Boolean) ?? '';

/** The routing code of a kind in these objects. */
const codeIn = (places: readonly (ExactJson | undefined)[], kind: RegExp): string =>
  places
    .flatMap((place) => listOf(member(place, 'routing_codes')))
    .filter((code) => kind.test(textIn([code], 'type')))
    .map((code) => textIn([code], 'value'))
    .find(Boolean) ?? '';

/**
 * What payers need. An account has several features, in any order, and the bank writes its details into the account or
 * into them; those of a feature in another currency are not meant.
 */
function detailsOf(
  account: ExactJson | undefined,
  externalId: string,
  { name, currency }: Pick<AccountOwner, 'name'> & { readonly currency: string },
): BankDetails {
  const features = listOf(member(account, 'supported_features'));
  const meant = features.filter(
    (one) => currency === '' || (textMember(one, 'currency') ?? currency) === currency,
  );
  const isLocal = (one: ExactJson): boolean => textMember(one, 'transfer_method') === 'LOCAL';
  const places = [...meant.filter(isLocal), account, ...meant.filter((one) => !isLocal(one))];
  const number = textIn(places, 'account_number');
  const isIban = /^[A-Z]{2}\d{2}/.test(number);
  const iban = textIn(places, 'iban') || codeIn(places, /^iban$/i) || (isIban ? number : '');
  return {
    externalId,
    holder: textIn([account], 'account_name') || name,
    bank: textIn([member(account, 'institution')], 'name'),
    iban: iban.replace(/\s/g, ''),
    bic: textIn(places, 'swift_code', 'bic') || codeIn(places, /^(?:swift|bic)/i),
    bsb: (codeIn(places, /^(?:au_)?bsb$/i) || textIn(places, 'bsb')).replace(/\D/g, ''),
    accountNumber: iban ? '' : number,
    // The e-mail address that stands there is that of Interac, which is Canada's.
    payId: textIn([member(account, 'alternate_account_identifiers'), ...places], 'pay_id', 'payid'),
  };
}

/** A word of tomorrow ends no account. */
const accountStates: Readonly<Record<string, 'open' | 'failed' | 'closed'>> = {
  ACTIVE: 'open',
  FAILED: 'failed',
  CLOSED: 'closed',
};

/** An account as the bank has it now; undefined if nobody knows which one it is. */
function openedOf(
  account: ExactJson | undefined,
  owner: Pick<AccountOwner, 'name'> & { readonly currency: string },
): OpenedAccount | undefined {
  const externalId = textMember(account, 'id');
  if (!externalId) return undefined;
  const state = accountStates[textMember(account, 'status') ?? ''] ?? 'opening';
  if (state !== 'open') return { state, externalId };
  return { state, externalId, details: detailsOf(account, externalId, owner) };
}

/** The state of a payout; an unknown status counts as still on its way. */
export function payoutOf(value: ExactJson | undefined): Transfer {
  const hash = textMember(value, 'id');
  if (!hash) return { kind: 'unknown' };
  switch (textMember(value, 'status')) {
    case 'PAID':
      return { kind: 'confirmed', hash };
    case 'FAILED':
    case 'CANCELLED':
      return { kind: 'failed', reason: reasonOf(failureOf(value)) };
    default:
      return { kind: 'broadcast', hash };
  }
}

/** What the bank says of a failure: as one text, or in newer versions as an object. */
function failureOf(value: ExactJson | undefined): string {
  const failure = member(value, 'failure');
  return [
    textIn([value], 'failure_reason', 'failure'),
    textIn([value, failure], 'failure_type', 'type', 'code'),
    textIn([failure], 'reason', 'description', 'details', 'message'),
  ].join(' ');
}

/** The reason of a failure, in the bank's words or under its own names of reasons. */
function reasonOf(words: string): ReturnReason {
  if (/clos|block|dormant|inactive|restrict/i.test(words)) return 'account-closed';
  if (/currency/i.test(words)) return 'refused';
  // “Name or number”: which of them is wrong, the bank does not say.
  if (/name[^a-z]{0,3}(?:or[^a-z]{0,3})?number/i.test(words)) return 'no-such-account';
  if (/name/i.test(words)) return 'other-name';
  if (/account|iban|bsb|branch|bank[^a-z]{0,3}information/i.test(words)) return 'no-such-account';
  return 'refused';
}

/** The account that a payout goes to, in the bank's format. */
function beneficiaryOf({ address, currency, holder }: PayeeQuestion) {
  const { iban, bsb, account_number } = accountOfText(address);
  const where = iban
    ? { iban }
    : { account_number, account_routing_type1: 'bsb', account_routing_value1: bsb };
  return {
    type: 'BANK_ACCOUNT',
    entity_type: 'PERSONAL',
    bank_details: {
      account_name: holder,
      account_currency: currency,
      bank_country_code: iban ? iban.slice(0, 2) : 'AU',
      ...where,
    },
  };
}

/** The bank's own words for what is not there have a code; a gateway's, or none at all, say nothing of a transfer. */
const isAbsence = (words: string): boolean =>
  textMember(parseExactJson(words), 'code') !== undefined;

/** What no fact says anything of is open; a transfer that the bank does not know is an answer. */
const TRANSFER: Meaning<'none' | undefined> = { ...nobodyKnows, 'not-there': 'none' };

/** The result of the verification of payee (SEPA); `unknown` where the other bank was not asked or did not answer. */
export function payeeOf(answer: ExactJson | undefined): PayeeName | 'unknown' | undefined {
  const code = textMember(answer, 'code');
  if (code === undefined) return undefined;
  if (code !== 'VERIFIED') return 'unknown';
  const details = member(answer, 'details');
  const name = textMember(details, 'resolved_account_name') ?? '';
  switch (textMember(details, 'account_name_match_result')) {
    case 'FULL_MATCH':
      return { answer: 'match', name };
    case 'PARTIAL_MATCH':
      return { answer: 'close', name };
    // The name matches, but it is a company's account, which is never a customer's own.
    case 'FULL_MATCH_INCORRECT_TYPE':
    case 'PARTIAL_MATCH_INCORRECT_TYPE':
    case 'NOT_MATCHED':
      // The name of another holder is nobody's business here.
      return { answer: 'none', name: '' };
    default:
      return undefined;
  }
}

/** The payer of a transfer, as the beneficiary of its return; undefined if the bank does not know. */
export function payerOf(deposit: ExactJson | undefined): ExactJson | undefined {
  const payer = member(deposit, 'payer');
  const account = member(payer, 'bank_account');
  const name = payerNameOf(deposit);
  const country = textMember(payer, 'country_code');
  const currency = textMember(deposit, 'currency');
  if (!name || !country || !currency) return undefined;
  const known = {
    account_name: name,
    account_currency: currency,
    bank_country_code: country,
  };
  const local = member(account, 'au_bsb');
  const [bsb, number] = [textMember(local, 'bsb'), textMember(local, 'account_number')];
  const iban = textMember(member(account, 'iban'), 'iban');
  const where = iban
    ? { iban }
    : bsb && number
      ? { account_number: number, account_routing_type1: 'bsb', account_routing_value1: bsb }
      : undefined;
  if (!where) return undefined;
  const whose = isCompanyName(name)
    ? { entity_type: 'COMPANY', company_name: name }
    : { entity_type: 'PERSONAL' };
  return { type: 'BANK_ACCOUNT', ...whose, bank_details: { ...known, ...where } };
}

/**
 * The real bank: Airwallex. Its documentation is public, and its Global Accounts receive EUR by IBAN and AUD
 * by BSB, account number and PayID.
 */
export function airwallexBank(settings: AirwallexSettings, now: Now): Bank {
  const line = partyLine('bank', { now, isAbsence });

  /** A token is valid for half an hour, so it is used for many calls. */
  const readLogin: Read<Login> = (said) => {
    const answer = parseExactJson(said);
    const token = textMember(answer, 'token');
    const until = Date.parse(textMember(answer, 'expires_at') ?? '') - EARLY_MS;
    return token === undefined
      ? undefined
      : { headers: { authorization: `Bearer ${token}` }, until };
  };
  const askLoggedIn = line.withLogin(() =>
    line.ask(
      `${settings.baseUrl}/api/v1/authentication/login`,
      {
        method: 'POST',
        headers: { 'x-client-id': settings.clientId, 'x-api-key': settings.apiKey },
      },
      readLogin,
    ),
  );

  const answered = <T>(
    path: string,
    read: Read<T>,
    body?: ExactJson,
    timeoutMs?: number,
  ): Promise<PartyAnswer<T>> =>
    askLoggedIn(
      `${settings.baseUrl}/api/v1${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'x-api-version': API_VERSION },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      },
      read,
    );

  /** The answer, if it is one that can be read; whatever stands for it leaves everything open. */
  const ask = async (path: string, body?: ExactJson): Promise<ExactJson | undefined> =>
    meant(await answered(path, parseExactJson, body), nobodyKnows);

  /** The same of a list. */
  const askList = async (path: string): Promise<ExactJson | undefined> =>
    meant(
      await answered(path, (text) => {
        const answer = parseExactJson(text);
        return itemsOf(answer) && answer;
      }),
      nobodyKnows,
    );

  /** The entries of a list; undefined without an answer. */
  const itemsOf = (answer: ExactJson | undefined): readonly ExactJson[] | undefined => {
    const items = member(answer, 'items');
    return Array.isArray(items) ? items : undefined;
  };

  /** The transfer made under a request id of ours: undefined without an answer, null if there is none. */
  async function transferFor(requestId: string): Promise<ExactJson | null | undefined> {
    const sent = itemsOf(await askList(`/transfers?request_id=${requestId}&page_size=100`));
    return sent && (sent.find((one) => textMember(one, 'request_id') === requestId) ?? null);
  }

  /**
   * Orders a transfer under a request id of ours. A refusal is final only if it names its error and there is no such
   * transfer: then the bank's words are returned. Undefined: nobody knows.
   */
  async function order(
    transfer: Readonly<Record<string, ExactJson>> & { readonly request_id: string },
  ): Promise<{ readonly made: ExactJson } | { readonly refused: string } | undefined> {
    const said = await answered('/transfers/create', parseExactJson, transfer);
    switch (said.kind) {
      case 'told':
        return { made: said.value };
      case 'refused':
        break;
      // It may have been made all the same, or be made by the next order.
      case 'silent':
      case 'unreadable':
      case 'not-there':
      case 'not-yet':
      case 'not-allowed':
        return undefined;
    }
    const answer = parseExactJson(said.words);
    const code = textMember(answer, 'code');
    if (!code) return undefined;
    const made = await transferFor(transfer.request_id);
    if (made) return { made };
    // A repeated order is refused, too, and its list may lag behind.
    if (made === undefined || /duplicate/i.test(code)) return undefined;
    return { refused: `${code} ${textMember(answer, 'message') ?? ''}` };
  }

  /** The entries of a list that were made between two moments; without the second: until now. */
  async function readBetween(
    path: string,
    from: number | undefined,
    to: number | undefined,
  ): Promise<readonly ExactJson[] | 'too-many' | undefined> {
    // A list that grows while it is read has what was the last of a page again as the first of the next.
    const found = new Map<string, ExactJson>();
    const isShort = from !== undefined && to !== undefined && to - from <= SHORTEST_MS;
    for (let page = 0; page < (isShort ? MOST_PAGES_SHORT : MOST_PAGES); page++) {
      const query = new URLSearchParams({
        ...(from !== undefined && { from_created_at: new Date(from).toISOString() }),
        ...(to !== undefined && { to_created_at: new Date(to).toISOString() }),
        page_num: String(page),
        page_size: String(PAGE),
      });
      const answer = await askList(`${path}?${query}`);
      const items = itemsOf(answer);
      if (!items) return undefined;
      for (const one of items) found.set(textMember(one, 'id') ?? `#${found.size}`, one);
      if (member(answer, 'has_more') !== true) return [...found.values()];
    }
    // So much within a second nobody makes: it is no list that can be read.
    return isShort ? undefined : 'too-many';
  }

  /** How long a time of a list is to be read at once, by its path. */
  const widths = new Map<string, number>();

  /**
   * The next part of a list since a moment: as long a time as has few enough entries to be read. `to`: its end;
   * undefined: it is the last part.
   */
  async function partSince(path: string, since: number | undefined) {
    const width = widths.get(path);
    const begins = since ?? BEGIN;
    let to = width === undefined || begins + width >= now() ? undefined : begins + width;
    for (;;) {
      const found = await readBetween(path, to === undefined ? since : begins, to);
      if (found === undefined) return undefined;
      if (found !== 'too-many') {
        const isFew = found.length <= (MOST_PAGES * PAGE) / 2;
        if (to !== undefined) widths.set(path, (to - begins) * (isFew ? 2 : 1));
        return { found, to };
      }
      // In whole seconds, which is how exact the bank's moments are.
      const half = Math.floor(((to ?? now()) - begins) / 2 / SHORTEST_MS) * SHORTEST_MS;
      to = begins + Math.max(SHORTEST_MS, half);
    }
  }

  /**
   * The next part of a list since a cursor, which is a moment, and the next cursor. Undefined without an answer, or
   * if an entry has no moment, because then nobody knows what is missing.
   */
  async function listSince(path: string, cursor: string) {
    const since = cursor === '' ? undefined : Date.parse(cursor);
    if (Number.isNaN(since)) return undefined;
    const part = await partSince(path, since);
    if (!part) return undefined;
    const { found, to } = part;
    const made = found.map((one) => Date.parse(textMember(one, 'created_at') ?? ''));
    if (made.some(Number.isNaN)) return undefined;
    if (to !== undefined) return { found, cursor: new Date(to).toISOString(), more: true };
    const newest = made.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    const next = made.length === 0 ? cursor : new Date(newest - OVERLAP_MS).toISOString();
    return { found, cursor: next, more: false };
  }

  /** The payouts and returns that we ordered among transfers; undefined if one of them has no id of ours. */
  const oursIn = (
    transfers: readonly ExactJson[],
  ): Pick<TransferPage, 'references' | 'sent' | 'strange'> | undefined => {
    const ours = transfers.filter((one) =>
      Object.values<string>(TEXTS).includes(textMember(one, 'reference') ?? ''),
    );
    const references = ours.flatMap((one) => textMember(one, 'request_id') || []);
    // Somebody made them at the bank, with our text.
    const without = ours.filter((one) => !textMember(one, 'request_id'));
    const strange = without.flatMap((one) => textMember(one, 'id') || []);
    if (strange.length !== without.length) return undefined;
    const sent = ours.flatMap((one) => {
      const reference = textMember(one, 'request_id');
      const currency = textMember(one, 'transfer_currency');
      const amount = plainDecimal(member(one, 'transfer_amount'), 8);
      return reference && currency && amount !== undefined ? [{ reference, currency, amount }] : [];
    });
    return { references, sent, ...(strange.length > 0 && { strange }) };
  };

  /**
   * An account with its PayID, which Australia has and the bank keeps as an alias. Without an answer it is none, and is
   * found at the next look.
   */
  async function withPayId(opened: OpenedAccount | undefined): Promise<OpenedAccount | undefined> {
    if (opened?.state !== 'open' || !opened.details.bsb || opened.details.payId) return opened;
    const { externalId, details } = opened;
    const path = `/global_accounts/${encodeURIComponent(externalId)}/aliases`;
    const alias = itemsOf(await ask(path))?.find(
      (one) =>
        /^pay_?id/i.test(textIn([one], 'type', 'alias_type')) &&
        !/cancel|fail|inactive/i.test(textIn([one], 'status')),
    );
    const payId = textIn([alias], 'value', 'alias', 'identifier');
    return { ...opened, details: { ...details, payId } };
  }

  const { statements } = settings;
  return {
    sandbox: false,
    ...(statements && {
      async statement(day: string) {
        const file = meant(
          await line.file(statements.url.replaceAll('{day}', day), {
            headers: { accept: 'application/xml', authorization: `Bearer ${statements.token}` },
            mostBytes: STATEMENT_BYTES,
            timeoutMs: STATEMENT_MS,
          }),
          nobodyKnows,
        );
        if (file === TOO_LONG) return tooLarge;
        return file && readStatementAside(file, day);
      },
    }),
    payouts: {
      async find(reference) {
        const known = await transferFor(reference);
        if (known === undefined) return { kind: 'unknown' };
        return known ? payoutOf(known) : { kind: 'none' };
      },
      async send(payout) {
        // A repeated order, for example after a lost answer, gets the transfer that exists already.
        const known = await transferFor(payout.reference);
        if (known) return payoutOf(known);
        if (known === undefined) return { kind: 'unknown' };
        const answer = await order({
          request_id: payout.reference,
          beneficiary: beneficiaryOf(payout),
          source_currency: payout.currency,
          transfer_currency: payout.currency,
          transfer_amount: payout.amount,
          transfer_method: 'LOCAL',
          reason: 'transfer_to_own_account',
          reference: TEXTS.payout,
        });
        if (!answer) return { kind: 'unknown' };
        return 'made' in answer
          ? payoutOf(answer.made)
          : { kind: 'failed', reason: reasonOf(answer.refused) };
      },
      async list(cursor) {
        const since = await listSince('/transfers', cursor);
        const ours = since && oursIn(since.found);
        return ours && { ...ours, cursor: since.cursor, more: since.more };
      },
      transactionUrl: () => undefined,
    },
    async accounts(cursor): Promise<OpenedAccounts | undefined> {
      const since = await listSince('/global_accounts', cursor);
      if (!since) return undefined;
      const accounts = since.found.flatMap((one) => {
        const requestId = textMember(one, 'request_id');
        const name = textMember(one, 'nick_name') ?? '';
        const [, currency = ''] = /-([A-Z]{3})(?:-\d+)?$/.exec(requestId ?? '') ?? [];
        const opened = openedOf(one, { name, currency });
        return requestId && opened?.state === 'open' ? [{ ...opened.details, requestId }] : [];
      });
      return { accounts, cursor: since.cursor, more: since.more };
    },
    async payee(question) {
      const { entity_type, bank_details } = beneficiaryOf(question);
      const asked = { account_details: { bank_details }, entity_type, transfer_method: 'LOCAL' };
      const read: Read<PayeeName | 'unknown'> = (text) => payeeOf(parseExactJson(text));
      const path = '/beneficiaries/verify_account';
      const said = meant(await answered(path, read, asked, PAYEE_MS), nobodyKnows);
      return said === 'unknown' ? undefined : said;
    },
    async openAccount(owner: AccountOwner) {
      const { requestId, name, currency } = owner;
      // A repeated request gets the account that exists already.
      const known = itemsOf(
        await askList(`/global_accounts?request_id=${requestId}&page_size=100`),
      );
      if (!known) return undefined;
      const account =
        known.find((one) => textMember(one, 'request_id') === requestId) ??
        (await ask('/global_accounts/create', {
          request_id: requestId,
          country_code: countries[currency],
          nick_name: name,
          required_features: [{ currency, transfer_method: 'LOCAL' }],
        }));
      return withPayId(openedOf(account, owner));
    },
    async account(externalId, owner) {
      // An account of another number is no answer to this question.
      const read: Read<OpenedAccount> = (text) => {
        const opened = openedOf(parseExactJson(text), owner);
        return opened?.externalId === externalId ? opened : undefined;
      };
      const path = `/global_accounts/${encodeURIComponent(externalId)}`;
      const opened = meant(await answered(path, read), nobodyKnows);
      return opened && withPayId(opened);
    },
    async transfers(from) {
      const found: BankTransfer[] = [];
      let since = from.getTime();
      for (;;) {
        const part = await partSince('/deposits', since);
        if (!part) return undefined;
        for (const one of part.found) {
          const transfer = transferOf(one);
          if (transfer) found.push(transfer);
        }
        if (part.to === undefined) return found;
        since = part.to;
      }
    },
    async transfer(id) {
      const read: Read<BankTransfer> = (text) => {
        const found = transferOf(parseExactJson(text));
        return found?.id === id ? found : undefined;
      };
      return meant(await answered(`/deposits/${encodeURIComponent(id)}`, read), TRANSFER);
    },
    async giveBack(id, requestId) {
      const sent = await transferFor(requestId);
      if (sent === undefined) return undefined;
      if (sent) return 'given';
      const deposit = await ask(`/deposits/${encodeURIComponent(id)}`);
      const told = transferOf(deposit);
      if (told?.status === 'reversed' || told?.status === 'rejected') return 'reversed';
      // Only what is there can be sent: it may still be taken back by the payer's bank.
      if (told?.status !== 'settled') return undefined;
      const beneficiary = payerOf(deposit);
      const amount = plainDecimal(member(deposit, 'amount'), 2);
      const currency = textMember(deposit, 'currency');
      if (!beneficiary || !amount || !currency) return 'impossible';
      const answer = await order({
        request_id: requestId,
        beneficiary,
        source_currency: currency,
        transfer_currency: currency,
        transfer_amount: amount,
        transfer_method: 'LOCAL',
        reason: 'refund',
        reference: TEXTS.return,
      });
      if (!answer) return undefined;
      if ('refused' in answer) return 'impossible';
      return textMember(answer.made, 'id') ? 'given' : undefined;
    },
    async isGivenBack(requestId) {
      const sent = await transferFor(requestId);
      return sent === undefined ? undefined : sent !== null;
    },
    transferOfNotice(body, header) {
      const at = header('x-timestamp') ?? '';
      const isFresh = /^\d{1,15}$/.test(at) && Math.abs(now() - Number(at)) <= NOTICE_MS;
      const signed = Buffer.concat([Buffer.from(at), body]);
      const signature = header('x-signature') ?? '';
      if (!isFresh || !hmacMatches('sha256', settings.webhookSecret, signed, signature))
        return forged;
      const name = textMember(parseExactJson(Buffer.from(body).toString('utf8')), 'name');
      if (name !== undefined && !name.startsWith(HEEDED)) return irrelevant;
      return readNotice(body, (notice) => textMember(member(notice, 'data'), 'id'));
    },
  };
}

/** Signs a notice like Airwallex, for tests and the sandbox. */
export const signNotice = (secret: string, at: number, body: string): string =>
  createHmac('sha256', secret).update(`${at}${body}`).digest('hex');

import { sql } from 'kysely';
import { findKept } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import type { Sent, Transfers } from '#server/adapters/custody/transfers.ts';
import type { Parties } from '#server/adapters/parties.ts';
import type { Deps } from '#server/deps.ts';
import { hasFormOfIds, looksLikeOurs } from '#server/platform/derived-id.ts';
import { doAll } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import {
  AGAIN_MS,
  COMPARED_MS,
  cursorOf,
  forgetCompared,
  isCompared,
  isComparedSince,
  keepCursor,
  lastTry,
  markCompared,
  NO_REFERENCE,
  noteTry,
  ROUND_MS,
  STRANGE,
} from '#server/services/operation/copies/compared.ts';
import {
  lookAtCopy,
  restAll,
  tellOlderCopy,
} from '#server/services/operation/copies/older-copy.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { cancel } from './withdrawal-steps.ts';

/** A party that sends for us and tells what it has sent. */
interface Sender {
  readonly party: 'custody' | 'bank';
  readonly transfers: Transfers;
  readonly list: NonNullable<Transfers['list']>;
  /** Its list has a cursor of its own, under this name. */
  readonly feed: string;
}

const sendersOf = ({
  transfers,
  incoming,
  bank,
}: Pick<Parties, 'transfers' | 'incoming' | 'bank'>): readonly Sender[] => {
  const senders: Sender[] = [];
  if (transfers.list && incoming) {
    const feed = `${incoming.source}#transfers`;
    senders.push({ party: 'custody', transfers, list: transfers.list.bind(transfers), feed });
  }
  const { payouts } = bank;
  if (payouts.list) {
    const list = payouts.list.bind(payouts);
    senders.push({ party: 'bank', transfers: payouts, list, feed: 'bank#payouts' });
  }
  return senders;
};

/** What the books say of a reference that a party has sent. */
interface Said {
  readonly reference: string;
  /**
   * `unknown`: nothing; `waiting`: not begun; `cancelled`; `ended`: failed, and perhaps given back; `due-back`: a
   * transfer to us that has not been sent back; `kept`: one that stays here.
   */
  readonly said: 'unknown' | 'waiting' | 'cancelled' | 'ended' | 'due-back' | 'kept';
}

/** What the books say of those references about which they do not agree with the party. */
async function differing(reader: Reader, references: readonly string[]): Promise<readonly Said[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<Said>`
    with told as (
      select distinct told.reference, withdrawals.status, withdrawals.sending,
        bank_transfers.state, withdrawals.id as withdrawal, bank_transfers.id as transfer
      from unnest(${[...references]}::text[]) as told(reference)
      left join withdrawals on withdrawals.id = told.reference
      left join bank_transfers on bank_transfers.id = told.reference
      where not exists (
        select 1 from transfers_aside where transfers_aside.reference = told.reference)
    ), said as (
      select reference, case
        when withdrawal is null and transfer is null then 'unknown'
        when status = 'requested' and not sending then 'waiting'
        when status = 'cancelled' then 'cancelled'
        when status in ('refunded', 'failed') then 'ended'
        when state in ('pending', 'checking') then 'due-back'
        when state in ('credited', 'aside', 'rejected', 'recalled') then 'kept'
      end as said from told
    )
    select reference, said from said where said is not null`.execute(reader);
  return rows;
}

/** The references under which a party sent another amount than the books have, and nobody has settled that. */
async function otherAmounts(reader: Reader, sent: readonly Sent[]): Promise<readonly string[]> {
  if (sent.length === 0) return [];
  const references = sent.map(({ reference }) => reference);
  const { rows } = await sql<{
    reference: string;
    currency: string;
    units: string | null;
    text: string | null;
  }>`
    select id as reference, currency, units::text as units, null as text from withdrawals
      where id = any(${references}::text[])
    union all select id, currency, null, amount from bank_transfers
      where id = any(${references}::text[])`.execute(reader);
  const aside = await reader
    .selectFrom('transfers_aside')
    .select('reference')
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .execute();
  const known = new Set(aside.map(({ reference }) => reference));
  const booked = new Map(rows.map((row) => [row.reference, row]));
  return sent.flatMap(({ reference, currency, amount }) => {
    const row = booked.get(reference);
    const kept = row && findKept(row.currency);
    // A transfer that came in a currency that we do not keep went back as it came.
    if (!row || !kept || known.has(reference)) return [];
    const units = row.text === null ? row.units : parseUnits(row.text, kept.scale);
    const isSame =
      currency === row.currency && String(parseUnits(amount, kept.scale)) === String(units);
    return isSame ? [] : [reference];
  });
}

/** One page of a list, with what the books do not agree with. */
interface Page {
  readonly differing: readonly Said[];
  /** Those that ended in the books although the party sent them, and those that nobody knows. */
  readonly aside: readonly string[];
  /** Those of which the party sent another amount. */
  readonly amounts: readonly string[];
  /** What it sent without a reference of ours, by its own names. */
  readonly strange: readonly string[];
  /** It proves that rows were lost: the books lack an order of ours, or have not begun what was sent. */
  readonly older: boolean;
  readonly cursor: string;
  readonly more: boolean;
}

/** Reads the page of a list from a cursor on; undefined if the party does not answer. */
async function readPage(
  reader: Reader,
  { transfers, list }: Sender,
  cursor: string,
): Promise<Page | undefined> {
  const page = await list(cursor);
  if (!page) return undefined;
  const found = await differing(reader, page.references);
  const aside: string[] = [];
  const strange = [...(page.strange ?? [])];
  for (const { reference, said } of found) {
    const isOurs = said !== 'unknown' || hasFormOfIds(reference);
    if (!isOurs) strange.push(reference);
    else if (said === 'unknown' || said === 'kept') aside.push(reference);
    if (said !== 'ended' && said !== 'cancelled') continue;
    // The list names failed orders, too: those were given back rightly.
    const transfer = await transfers.find(reference);
    if (transfer.kind === 'unknown' || transfer.kind === 'none') return undefined;
    if (transfer.kind !== 'failed') aside.push(reference);
  }
  const older = found.some(({ said, reference }) => {
    if (said === 'ended') return false;
    if (said === 'cancelled') return aside.includes(reference);
    return said !== 'unknown' || looksLikeOurs(reference);
  });
  const amounts = (await otherAmounts(reader, page.sent ?? [])).filter(
    (reference) => !aside.includes(reference),
  );
  const more = page.more && page.cursor !== cursor;
  return { differing: found, aside, amounts, strange, older, cursor: page.cursor, more };
}

const withSaid = (page: Page, said: Said['said']): readonly string[] =>
  page.differing.filter((one) => one.said === said).map(({ reference }) => reference);

const isOneOf = (references: readonly string[]) =>
  sql<boolean>`id = any(${[...references]}::text[])`;

/**
 * Sets aside what a party sent without a reference of ours (READ-18): officers look what it was, and nothing waits for
 * it. Each is told of once.
 */
async function setStrangeAside(
  { clock, log }: Deps,
  tx: Tx,
  { party }: Sender,
  strange: readonly string[],
): Promise<void> {
  for (const name of strange) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('transfers_aside')
      .values({
        ...{ reference: `${STRANGE}${party}:${name}`, party, reason: NO_REFERENCE },
        ...{ seen_at: clock.sql, settled_at: null },
      })
      .onConflict((row) => row.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) continue;
    log.error('a party sent something without a reference of ours', { party, transfer: name });
  }
}

/** Writes what a page says; returns whether it has put everything to rest. */
const takePage = (deps: Deps, sender: Sender, page: Page): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const { party, feed } = sender;
    await setStrangeAside(deps, tx, sender, page.strange);
    for (const reference of [...page.aside, ...page.amounts]) {
      const reason = page.amounts.includes(reference) ? 'amount' : '';
      await tx
        .insertInto('transfers_aside')
        .values({ reference, party, reason, seen_at: deps.clock.sql, settled_at: null })
        .onConflict((row) => row.doNothing())
        .execute();
    }
    // It was sent, so it can be stopped no more. Asking once more under its id only tells what became of it.
    await tx
      .updateTable('withdrawals')
      .set({ sending: true, due_at: deps.clock.sql })
      .where(isOneOf(withSaid(page, 'waiting')))
      .where('status', '=', 'requested')
      .execute();
    await tx
      .updateTable('bank_transfers')
      .set({ state: 'returning', reason: 'sent-back', ask_at: deps.clock.sql })
      .where(isOneOf(withSaid(page, 'due-back')))
      .where('state', 'in', ['pending', 'checking'])
      .execute();
    await keepCursor(tx, deps, feed, page.cursor);
    return page.older && (await restAll(tx, deps, 'party'));
  });

async function compareWith(deps: Deps, sender: Sender, stopping?: AbortSignal): Promise<boolean> {
  let cursor = await cursorOf(deps.db, sender.feed);
  const passed = new Set<string>();
  while (!stopping?.aborted) {
    const page = await readPage(deps.db, sender, cursor);
    // A list that leads back to where it was has no end.
    if (!page || (page.more && passed.has(page.cursor))) return false;
    passed.add(page.cursor);
    if (await takePage(deps, sender, page)) tellOlderCopy(deps, 'party');
    for (const reference of page.aside) {
      deps.log.error('a party sent what the books do not know', {
        party: sender.party,
        transfer: reference,
        todo: 'withdrawals, payouts and returns wait: see docs/operating/restore.md',
      });
    }
    for (const transfer of page.amounts) {
      deps.log.error('a party sent another amount than the books have', {
        party: sender.party,
        transfer,
        todo: 'withdrawals, payouts and returns wait: see docs/operating/restore.md',
      });
    }
    for (const transfer of withSaid(page, 'waiting')) {
      deps.log.warn('a withdrawal that had not begun was sent already', { transfer });
    }
    if (!page.more) {
      markCompared(sender.transfers);
      return true;
    }
    cursor = page.cursor;
  }
  return false;
}

/**
 * Compares what each party has sent with the books, by what they say of it and not only whether they know it
 * (OPS-01, HARD-82). False if a party does not answer.
 */
export async function compareTransfers(deps: Deps, stopping?: AbortSignal): Promise<boolean> {
  let all = true;
  for (const sender of sendersOf(deps.parties)) {
    if (await compareWith(deps, sender, stopping)) continue;
    all = false;
    deps.log.warn('a party does not tell what it has sent: withdrawals and returns wait', {
      party: sender.party,
    });
  }
  if (all) await carryOutCancels(deps, stopping);
  return all;
}

/** What the parties sent and the books do not agree with, for a check that changes nothing. */
export async function readDifferences(
  deps: Pick<Deps, 'db' | 'parties'>,
): Promise<readonly { readonly party: Sender['party']; readonly reference: string }[]> {
  const found: { party: Sender['party']; reference: string }[] = [];
  for (const sender of sendersOf(deps.parties)) {
    const { party } = sender;
    let cursor: string | undefined = await cursorOf(deps.db, sender.feed);
    const passed = new Set<string>();
    while (cursor !== undefined) {
      const page = await readPage(deps.db, sender, cursor);
      if (!page || (page.more && passed.has(page.cursor)))
        found.push({ party, reference: 'it does not answer, so nothing was compared' });
      else {
        const references = [...page.aside, ...page.amounts, ...withSaid(page, 'waiting')];
        found.push(...references.map((reference) => ({ party, reference })));
      }
      cursor = page?.more && !passed.has(page.cursor) ? page.cursor : undefined;
      if (cursor !== undefined) passed.add(cursor);
    }
  }
  return found;
}

const CANCELLED_AT_ONCE = 100;

/** What was to be cancelled while nobody knew whether it had been sent. */
const toCancel = (reader: Reader, after: string, most: number) =>
  reader
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'to_cancel'])
    .where('to_cancel', 'is not', null)
    .where('due_at', 'is not', null)
    .where('status', '=', 'requested')
    .where('sending', '=', false)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();

const carryOutCancels = (deps: Deps, stopping?: AbortSignal): Promise<unknown> =>
  doAll(deps, {
    find: (after, most) => toCancel(deps.db, after, most),
    most: CANCELLED_AT_ONCE,
    failed: 'withdrawal not cancelled',
    work: (row) =>
      inTransaction(deps.db, async (tx) => {
        if (!(await lockAccount(tx, row.user_id)) || row.to_cancel === null) return;
        await cancel(deps, tx, row.user_id, row.id, row.to_cancel);
      }),
    stopping,
  });

/** What parties say against the books, and nobody has settled. */
export const openAside = (reader: Reader) =>
  reader
    .selectFrom('transfers_aside')
    .select(['reference', 'party', 'reason', 'seen_at'])
    .where('settled_at', 'is', null)
    .orderBy('reference')
    .execute();

/** A person has corrected the books for what a party said; undefined if there is nothing with this reference. */
export async function settleTransfer(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  reference: string,
): Promise<'custody' | 'bank' | 'payment' | undefined> {
  const settled = await tx
    .updateTable('transfers_aside')
    .set({ settled_at: clock.sql })
    .where('reference', '=', reference)
    .where('settled_at', 'is', null)
    .returning('party')
    .executeTakeFirst();
  return settled?.party;
}

/**
 * At once and then hourly; sooner if a party did not answer, or if the database may be another one. Looks
 * each time whether the books went back.
 */
export const transferComparisonLoop: Loop = {
  everyMs: ROUND_MS,
  failed: 'transfers not compared',
  round: async (deps, stopping) => {
    const { parties } = deps;
    const now = performance.now();
    if (now < (lastTry(parties) ?? Number.NEGATIVE_INFINITY) + AGAIN_MS) {
      if (isCompared(parties)) await carryOutCancels(deps, stopping);
      return;
    }
    if (await lookAtCopy(deps)) forgetCompared(parties);
    noteTry(parties);
    if (!isComparedSince(parties, now - COMPARED_MS)) await compareTransfers(deps, stopping);
  },
};

import type { Selectable } from 'kysely';
import type { CustomerRequest, sendRequest } from '#core/contract/account/request.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { needsTransaction, requestTitles, tooLateText } from '#core/people/request-rules.ts';
import { isBlank } from '#core/text/one-line.ts';
import { SAY_WHAT_HAPPENED } from '#core/words/requests.ts';
import { requestReceivedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { MOST_OPEN_REQUESTS } from '#server/policy.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientFrom } from '#server/services/messages/notices/recipients.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';
import { dueOf } from './due.ts';
import { momentOf } from './transaction-moment.ts';

export type RequestRow = Selectable<Schema['customer_requests']>;

/** More than anybody reads. */
const MOST_LISTED = 200;

const viewOf = (row: RequestRow): CustomerRequest => ({
  reference: row.id,
  kind: row.kind,
  about: row.about,
  title: row.title,
  body: row.body,
  state: row.state,
  sent_at: row.created_at.toISOString(),
  due_at: row.due_at.toISOString(),
  later: row.later,
  answer: row.answer,
  answered_at: row.answered_at?.toISOString() ?? null,
});

/** A customer's requests, the newest first. */
export async function listOwnRequests(reader: Reader, userId: string): Promise<CustomerRequest[]> {
  const rows = await reader
    .selectFrom('customer_requests')
    .where('user_id', '=', userId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(viewOf);
}

/** Characters that are not confused when a reference is read out. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

function newReference(random: Deps['random']): string {
  const signs = Array.from(random(LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return `R-${signs.slice(0, 5)}-${signs.slice(5)}`;
}

type SentRequest = ParsedRequestOf<typeof sendRequest>;

/** Why such a request is not possible, about this transaction or at all. */
async function obstacle(
  tx: Tx,
  userId: string,
  { kind, about }: SentRequest,
  now: number,
): Promise<Refused | undefined> {
  if (about === '') {
    if (!needsTransaction(kind)) return undefined;
    return refuse('INVALID_INPUT', 'Open the transaction it is about, and report it from there.');
  }
  const at = await momentOf(tx, userId, about);
  if (at === undefined) return refuse('NOT_FOUND', 'There is no such transaction of yours.');
  const late = tooLateText(kind, at, now);
  return late === undefined ? undefined : refuse('INVALID_INPUT', late);
}

/** Why the customer must wait for the answer to an open request. */
function alreadyOpen(
  open: readonly RequestRow[],
  { kind, about }: SentRequest,
): Refused | undefined {
  if (open.length >= MOST_OPEN_REQUESTS) {
    return refuse(
      'LIMIT_EXCEEDED',
      `You have ${MOST_OPEN_REQUESTS} requests that we have yet to answer.`,
    );
  }
  const same = open.find((row) => about !== '' && row.kind === kind && row.about === about);
  if (!same) return undefined;
  return refuse('INVALID_INPUT', `You have sent this already. Its reference is ${same.id}.`);
}

/**
 * Takes a customer's request, once per key, and mails its reference and deadline. The account is locked, so
 * that the limit holds for simultaneous requests.
 */
export async function takeRequest(
  deps: Deps,
  owner: Owner,
  asked: SentRequest,
): Promise<CustomerRequest | Refused> {
  if (isBlank(asked.body)) return refuse('INVALID_INPUT', SAY_WHAT_HAPPENED);
  const { userId } = owner;
  const now = (await presentOf(deps)).getTime();
  return withAccount(deps, owner, async (tx, account) => {
    const of = tx.selectFrom('customer_requests').where('user_id', '=', userId).selectAll();
    const sent = await of.where('sent_key', '=', asked.key).executeTakeFirst();
    if (sent) return viewOf(sent);
    const open = await of.where('answered_at', 'is', null).execute();
    const refused = alreadyOpen(open, asked) ?? (await obstacle(tx, userId, asked, now));
    if (refused) return refused;
    const { kind, about, title, body } = asked;
    const due = new Date(dueOf(kind, now));
    const row = await tx
      .insertInto('customer_requests')
      .values({
        id: newReference(deps.random),
        user_id: userId,
        sent_key: asked.key,
        kind,
        about,
        title: about === '' ? '' : title,
        body,
        state: 'open',
        created_at: new Date(now),
        due_at: due,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const told = { what: requestTitles[kind], reference: row.id };
    await queueMail(deps, tx, requestReceivedMail(recipientFrom(account), told, due));
    return viewOf(row);
  });
}

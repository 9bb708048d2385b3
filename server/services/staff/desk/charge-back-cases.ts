import { sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { DisputeState } from '#server/adapters/payment/payment.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { waiveChargeBack } from '#server/services/money-in/purchases/charge-backs.ts';
import { tellWaived } from '#server/services/money-in/purchases/tell-charge-back.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { type CaseSource, type Decide, factsOf, momentText, sumOf } from './source.ts';

const casesOf = (reader: Reader) =>
  reader
    .selectFrom('charge_backs')
    .innerJoin('purchases', 'purchases.id', 'charge_backs.purchase_id')
    .innerJoin('users', 'users.id', 'charge_backs.user_id')
    .selectAll('charge_backs')
    .select(['amount', 'crypto_units', 'crypto_currency', 'status', 'paid_at'])
    .select(['users.email', 'users.deleted_at']);

type Row = Awaited<ReturnType<ReturnType<typeof casesOf>['executeTakeFirstOrThrow']>>;

const rowOf = (row: Row): CaseRow => ({
  kind: 'charge-back',
  id: row.purchase_id,
  title: 'A card payment is disputed',
  about: row.respond_by ? 'The card’s bank asks for papers' : '',
  ...sumOf(row.amount, row.currency),
  customer: row.deleted_at ? '' : row.email,
  since: row.found_at.toISOString(),
  // The provider's, for papers.
  due_at: row.respond_by?.toISOString() ?? null,
});

const stateTexts: Readonly<Record<DisputeState, string>> = {
  asked: 'The card’s bank asks for papers; no money has moved',
  taken: 'The card’s bank has taken the money back',
  lost: 'Lost: the money stays with the card’s bank',
  won: 'Won: the money is ours again',
  withdrawn: 'Withdrawn: the money is ours',
};

const decisionsOf = ({ decided_at, owed }: Row): DecisionOf<'charge-back'>[] => [
  ...(decided_at ? [] : ['close' as const]),
  ...(owed === '0' ? [] : ['waive' as const]),
];

const settle =
  (decision: DecisionOf<'charge-back'>): Decide =>
  async (deps, tx, id, { reason: why }) => {
    const row = await casesOf(tx).where('charge_backs.purchase_id', '=', id).executeTakeFirst();
    if (!row) return notFound();
    if (decision === 'waive') {
      const debtor = row.owed_by ?? row.user_id;
      const cents = await waiveChargeBack(tx, id);
      if (await lockAccount(tx, debtor)) {
        await tellWaived(deps, tx, debtor, { id, currency: row.currency, cents });
      }
    }
    await tx
      .updateTable('charge_backs')
      .set({ decided_at: deps.clock.sql, decided_why: why })
      .where('purchase_id', '=', id)
      .execute();
    return undefined;
  };

/** Card payments that somebody disputes (HARD-93). */
export const chargeBackCases: CaseSource<'charge-back'> = {
  kind: 'charge-back',

  open: () => sql`select purchase_id as id, user_id, purchase_id as about, respond_by as due,
      found_at as since
    from charge_backs where decided_at is null`,

  async rows(reader, ids) {
    return (await casesOf(reader).where('charge_backs.purchase_id', 'in', ids).execute()).map(
      rowOf,
    );
  },

  async read(reader, id) {
    const row = await casesOf(reader).where('charge_backs.purchase_id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const reports = await reader
      .selectFrom('charge_back_reports')
      .selectAll()
      .where('purchase_id', '=', id)
      .orderBy('heard_at')
      .orderBy('dispute_id')
      .orderBy('place')
      .execute();
    const asset = storedAsset(row.crypto_currency);
    const money = (cents: string) =>
      cents === '0' ? '' : formatFiat(formatUnits(BigInt(cents), FIAT_SCALE), row.currency);
    const facts = [
      ['Paid', formatFiat(row.amount, row.currency)],
      ['Paid at', momentText(row.paid_at)],
      [
        'Bought',
        row.status === 'success'
          ? `${formatUnits(BigInt(row.crypto_units), asset.scale)} ${asset.code}`
          : 'Nothing',
      ],
      ['Taken back', money(row.charged)],
      ['Still owed', money(row.owed) || 'Nothing'],
      ['Owed by a later account', row.owed_by ?? ''],
      ['Owed no longer, by decision', money(row.waived)],
      ['Lost, and owed by nobody', money(row.lost)],
      ...reports.map(
        ({ state, cents, currency, reason, heard_at, dispute_id }) =>
          [
            `${momentText(heard_at)}, dispute ${dispute_id}`,
            `${stateTexts[state]}: ${formatFiat(formatUnits(BigInt(cents), FIAT_SCALE), currency)}${reason && `, “${reason}”`}`,
          ] as const,
      ),
    ] as const;
    const named = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      decided: row.decided_at && {
        at: row.decided_at.toISOString(),
        by: '',
        text: row.decided_why,
      },
      decisions: decisionsOf(row),
      restsOn: `${row.owed} ${row.charged} ${reports.length}`,
      evidence: true,
      ...(row.deleted_at && { closed_account: row.user_id }),
    };
  },

  /** What the house is owed is given up: two officers. */
  async secondOfficer(deps, id, { decision }) {
    if (decision !== 'waive') return undefined;
    const row = await casesOf(deps.db)
      .where('charge_backs.purchase_id', '=', id)
      .executeTakeFirst();
    return row && { basis: `waive ${row.owed} ${row.currency}` };
  },

  async lock(tx, id) {
    const row = await tx
      .selectFrom('charge_backs')
      .select(['user_id', 'owed_by'])
      .where('purchase_id', '=', id)
      .executeTakeFirst();
    // The customer before what they owe, as a charge-back locks them.
    if (row) await lockAccount(tx, row.owed_by ?? row.user_id);
    await tx
      .selectFrom('charge_backs')
      .select('purchase_id')
      .where('purchase_id', '=', id)
      .forUpdate()
      .execute();
  },

  decisions: { close: settle('close'), waive: settle('waive') },
};

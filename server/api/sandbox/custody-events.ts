import { findAsset } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { type SandboxPlan, sandboxPlans } from '#server/adapters/custody/sandbox-chain.ts';
import type { Deps } from '#server/deps.ts';
import { isShownAsking, isShownDelayed } from '#server/services/checks/gates/why.ts';
import type { RouteRow } from '#server/services/exchange/offers/payment-routes.ts';
import { depositAddress } from '#server/services/money-in/deposits/deposit-address.ts';
import type { AsideReason } from '#server/services/money-in/deposits/deposit-owner.ts';
import { isDelayed } from '#server/services/money-in/deposits/deposits.ts';
import {
  bookArrival,
  creditAtOnce,
  mineBlocksFor,
  type Noted,
} from '#server/services/money-in/deposits/sandbox-deposit.ts';
import { hurryWithdrawal } from '#server/services/money-out/withdrawals/hurry-withdrawal.ts';
import { did, didNot, type Happening, ofCustomer, type SandboxEvent, wholeOf } from './told.ts';

const asideBecause: Readonly<Record<AsideReason, string>> = {
  unreadable: 'it makes no sense',
  'unknown-asset': 'the asset is not on this network',
  'impossible-amount': 'the amount is not possible',
  'unknown-address': 'nobody was given that address',
  'missing-tag': 'its tag is missing',
  'unknown-tag': 'nobody was given that tag',
  'deleted-customer': 'the account was deleted',
  'not-offered': 'the asset is not offered to this customer',
  'below-minimum': 'it is below the minimum',
  'same-output': 'it was reported before',
  refused: 'it was screened and refused',
  'changed-after-credit': 'it changed after it was credited',
  'dropped-after-credit': 'it was dropped after it was credited',
};

const becameOf = (noted: Noted | undefined, pending: boolean): string => {
  if (!noted) return 'the custodian is down and tells of it when it is back';
  if ('aside' in noted)
    return `kept aside, credited to nobody, because ${asideBecause[noted.aside]}`;
  return pending ? 'pending, until there are enough blocks' : 'credited';
};

interface Arrival {
  readonly route: RouteRow;
  readonly amount: string;
}

/** The chosen asset and network, and the amount; `small` is half of the minimum. */
async function arrivalOf(
  deps: Deps,
  choice: string,
  typed: string,
  small: boolean,
): Promise<Arrival | string> {
  const [currency = '', network = ''] = choice.split('@');
  const asset = findAsset(currency);
  const route = await deps.db
    .selectFrom('payment_routes')
    .selectAll()
    .where('currency', '=', currency)
    .where('network', '=', network)
    .executeTakeFirst();
  if (!asset || !route) return 'Choose an asset and its network.';
  const least = parseUnits(route.min_deposit, asset.scale) ?? 0n;
  if (small && least < 2n) return `${currency} on ${network} has no minimum.`;
  const amount = small ? formatUnits(least / 2n, asset.scale) : typed.trim();
  return parseUnits(amount, asset.scale)
    ? { route, amount }
    : `An amount is more than 0 and has at most ${asset.scale} decimals.`;
}

/** The typed senders, as a network would show them. */
const sendersIn = (typed: string): string => typed.trim().split(/\s+/).slice(0, 5).join(' ');

/** Whether a deposit is held back from being credited. */
const isHeld = async (deps: Deps, id: string): Promise<boolean> => {
  const row = await deps.db
    .selectFrom('deposits')
    .select(['state', 'settled', 'confirmations', 'confirmations_needed'])
    .select([
      isShownDelayed(deps, 'deposits').as('waits'),
      isShownAsking(deps, 'deposits').as('asked'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.asked || isDelayed(row));
};

const deposit = ofCustomer(async (deps, field, customer): Promise<Happening> => {
  const how = field('how');
  const arrival = await arrivalOf(deps, field('route'), field('amount'), how === 'small');
  if (typeof arrival === 'string') return didNot(arrival);
  const pending = field('blocks') === 'none';
  const { amount, route } = arrival;
  const { currency, network } = route;
  const recipient = how === 'unknown' ? null : customer.email;
  // Nothing comes to a customer who was never given an address.
  if (recipient !== null) await depositAddress(deps, customer.id, route);
  const heard = await bookArrival(
    deps,
    {
      ...{ currency, network, amount },
      recipient,
      confirmations: pending ? 0 : null,
      senders: sendersIn(field('sender')),
    },
    how === 'twice' ? 2 : 1,
  );
  const ends: string[] = [];
  for (const noted of heard) {
    if (noted && 'id' in noted) await creditAtOnce(deps, noted.id);
    const held = noted !== undefined && 'id' in noted && (await isHeld(deps, noted.id));
    ends.push(
      held
        ? 'held until it is screened, its customer says who sent it, or somebody decides'
        : becameOf(noted, pending),
    );
  }
  const whom = recipient === null ? 'an address of nobody' : customer.email;
  const what = `${amount} ${currency} came on ${network} to ${whom}`;
  return did(
    ends.length === 1
      ? `${what}: ${ends[0]}.`
      : `${what} and was reported twice. The first report: ${ends[0]}. The second: ${ends[1]}.`,
  );
});

const blocks = ofCustomer(async (deps, field, { id, email }): Promise<Happening> => {
  const count = wholeOf(field('blocks'), 1, 1000);
  if (count === undefined) return didNot('The number of blocks is from 1 to 1000.');
  if ((await deps.parties.down()).includes('custody')) {
    return didNot('The custodian is down, so nobody hears of blocks.');
  }
  const credited = await mineBlocksFor(deps, id, count);
  const credits = credited === 1 ? '1 deposit is' : `${credited} deposits are`;
  const end = credited === 0 ? 'no deposit is credited by them' : `${credits} credited`;
  return did(`${count} blocks came over the deposits of ${email}: ${end}.`);
});

const planned: Readonly<Record<SandboxPlan, string>> = {
  auto: 'sends it; it is final after 20 seconds',
  confirm: 'sends it and the network confirms it',
  fail: 'sends it and the network drops it',
  refuse: 'refuses it',
  silent: 'gives no answer about it',
  unclear: 'answers with a word that nobody knows',
};

const withdrawal = ofCustomer(async (deps, field, { id, email }): Promise<Happening> => {
  const plan = sandboxPlans.find((one) => one === field('plan'));
  if (!plan) return didNot('Choose what becomes of the withdrawal.');
  if (!(await hurryWithdrawal(deps, email, plan, 'network'))) {
    return didNot(`${email} has no withdrawal under way. Withdraw something first.`);
  }
  const now = await deps.db
    .selectFrom('withdrawals')
    .select('status')
    .where('user_id', '=', id)
    .where('holder', '=', '')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return did(`The custodian ${planned[plan]}. The withdrawal of ${email} is now: ${now.status}.`);
});

export const custodyEvents: Readonly<Record<string, SandboxEvent>> = {
  deposit,
  blocks,
  withdrawal,
};

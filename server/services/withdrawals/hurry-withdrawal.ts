import { planTransfer, type SandboxPlan } from '#server/adapters/custody/sandbox-chain.ts';
import type { Deps } from '#server/deps.ts';
import { sendDue } from '#server/services/notices/outbox.ts';
import { moveDue } from './withdrawal-worker.ts';

/** Makes a customer's newest open withdrawal or payout due, and has the sandbox follow a plan. */
export async function hurryWithdrawal(
  deps: Deps,
  email: string,
  plan: SandboxPlan,
  way: 'network' | 'bank',
): Promise<boolean> {
  const open = await deps.db
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.user_id')
    .where('users.email', '=', email)
    .where('withdrawals.due_at', 'is not', null)
    .where('withdrawals.holder', way === 'bank' ? '!=' : '=', '')
    .orderBy('withdrawals.created_at', 'desc')
    .select('withdrawals.id')
    .executeTakeFirst();
  if (!open) return false;
  await planTransfer(deps.db, open.id, plan, new Date(deps.clock.now()));
  await deps.db
    .updateTable('withdrawals')
    .set({ due_at: deps.clock.sql })
    .where('id', '=', open.id)
    .where('due_at', 'is not', null)
    .execute();
  await sendDue(deps);
  await moveDue(deps);
  return true;
}

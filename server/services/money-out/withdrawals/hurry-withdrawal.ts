import { planTransfer, type SandboxPlan } from '#server/adapters/custody/sandbox-chain.ts';
import type { Deps } from '#server/deps.ts';
import { hurryTransfer } from '#server/services/checks/travel-rule/hurry-transfer.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from './withdrawal-worker.ts';

/** Whether a withdrawal has come as far as a plan takes it at once. */
function isAsPlanned(plan: SandboxPlan, status: string): boolean {
  switch (plan) {
    case 'auto':
      return status !== 'requested';
    case 'confirm':
      return status !== 'requested' && status !== 'broadcast';
    case 'fail':
    case 'refuse':
      return status === 'failed' || status === 'refunded' || status === 'cancelled';
    case 'silent':
    case 'unclear':
      return true;
  }
}

/** Has the sandbox follow a plan with a customer's newest open withdrawal or payout, at once. */
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
    .select(['withdrawals.id', 'withdrawals.user_id'])
    .executeTakeFirst();
  if (!open) return false;
  await planTransfer(deps.db, open.id, plan, new Date(deps.clock.now()));
  const { id, user_id: userId } = open;
  await hurryTransfer(deps, {
    ...{ subject: 'withdrawal', reference: id, userId },
    goOn: async () => {
      await deps.db
        .updateTable('withdrawals')
        .set({ due_at: deps.clock.sql })
        .where('id', '=', id)
        .where('due_at', 'is not', null)
        .execute();
      await sendDue(deps);
      await moveDue(deps);
    },
    isOver: async () => {
      const { status } = await deps.db
        .selectFrom('withdrawals')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return isAsPlanned(plan, status);
    },
  });
  return true;
}

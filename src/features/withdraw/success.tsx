import type { WithdrawalStatus } from '#core/contract/withdrawal.ts';
import { formatDecimal } from '#core/domain/format.ts';
import { HelpWith } from '#ui/help-with.tsx';
import { Outcome } from '#ui/outcome.tsx';
import { useWithdrawal } from '#withdrawal/use-withdrawal.ts';
import { WithdrawalTimeline } from '#withdrawal/withdrawal-timeline.tsx';
import type { WithdrawSummary } from './withdraw-deps.ts';

/** The title for a withdrawal that did not reach its recipient. */
const undone: Readonly<Partial<Record<WithdrawalStatus, string>>> = {
  cancelled: 'Withdrawal cancelled',
  failed: 'Withdrawal failed',
  refunded: 'Withdrawal failed, your money is back',
};

interface Props {
  readonly summary: WithdrawSummary;
  readonly withdrawalId: string;
  /** `stands`: the withdrawal is under way or completed, as far as the page knows. */
  readonly onDone: (stands: boolean) => void;
}

/** The success page (WD-08), with the progress of the withdrawal. */
export function Success({ summary, withdrawalId, onDone }: Props) {
  const followed = useWithdrawal(withdrawalId);
  const ended = followed.withdrawal && undone[followed.withdrawal.status];
  return (
    <Outcome
      title={ended ?? `You withdraw ${formatDecimal(summary.amount)} ${summary.currency}`}
      type="withdraw"
      tone={ended ? 'over' : 'good'}
      action="Done"
      onDone={() => onDone(ended === undefined)}
    >
      <WithdrawalTimeline followed={followed} held />
      <HelpWith topic={{ title: `Withdraw ${summary.currency}`, reference: withdrawalId }} />
    </Outcome>
  );
}

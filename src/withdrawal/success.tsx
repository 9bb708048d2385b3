import type { WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { HelpWith } from '#ui/actions/help-with.tsx';
import { Outcome } from '#ui/feedback/outcome.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawalTimeline } from './withdrawal-timeline.tsx';

/** The title for a withdrawal that did not reach its recipient. */
const undone: Readonly<Partial<Record<WithdrawalStatus, string>>> = {
  cancelled: 'Withdrawal cancelled',
  failed: 'Withdrawal failed',
  refunded: 'Withdrawal failed, your money is back',
};

interface Props {
  /** The title, unless the withdrawal failed or was cancelled. */
  readonly title: string;
  /** The topic with which the help page opens. */
  readonly topic: string;
  readonly withdrawalId: string;
  /** `stands`: the withdrawal is under way or completed, as far as the page knows. */
  readonly onDone: (stands: boolean) => void;
}

/** The success page (WD-08), with the progress of the withdrawal. */
export function Success({ title, topic, withdrawalId, onDone }: Props) {
  const followed = useWithdrawal(withdrawalId);
  const ended = followed.withdrawal && undone[followed.withdrawal.status];
  return (
    <Outcome
      title={ended ?? title}
      type="withdraw"
      tone={ended ? 'over' : 'good'}
      action="Done"
      onDone={() => onDone(ended === undefined)}
    >
      <WithdrawalTimeline followed={followed} held />
      <HelpWith topic={{ title: topic, reference: withdrawalId }} />
    </Outcome>
  );
}

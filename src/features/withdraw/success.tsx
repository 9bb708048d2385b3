import { Outcome } from '#ui/outcome.tsx';
import { WithdrawalTimeline } from '#withdrawal/withdrawal-timeline.tsx';
import type { WithdrawSummary } from './withdraw-deps.ts';

interface Props {
  readonly summary: WithdrawSummary;
  readonly withdrawalId: string | undefined;
  readonly onDone: () => void;
}

/** WD-08, with how far it has come. */
export const Success = ({ summary, withdrawalId, onDone }: Props) => (
  <Outcome
    title={`You withdraw ${summary.amount} ${summary.currency}`}
    type="withdraw"
    tone="good"
    action="Done"
    onDone={onDone}
  >
    {withdrawalId && <WithdrawalTimeline id={withdrawalId} held />}
  </Outcome>
);

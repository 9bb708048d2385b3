import { stageTone, type WithdrawalStage } from '#core/money/withdrawal-state.ts';
import { HelpWith } from '#ui/actions/help-with.tsx';
import { Outcome } from '#ui/feedback/outcome.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { stageShown, WithdrawalTimeline } from './withdrawal-timeline.tsx';

/** The title for a withdrawal that did not reach its recipient. */
const undone: Readonly<Partial<Record<WithdrawalStage, string>>> = {
  stopped: 'Withdrawal cancelled',
  failed: 'Withdrawal failed',
  returned: 'Withdrawal failed, your money is back',
};

interface Props {
  /** The title, unless the withdrawal failed or was cancelled. */
  readonly title: string;
  /** The title once it has arrived. */
  readonly arrived: string;
  /** The topic with which the help page opens. */
  readonly topic: string;
  readonly withdrawalId: string;
  /** `stands`: the withdrawal is under way or completed, as far as the page knows. */
  readonly onDone: (stands: boolean) => void;
}

/** The success page (WD-08), with the progress of the withdrawal. */
export function Success({ title, arrived, topic, withdrawalId, onDone }: Props) {
  const followed = useWithdrawal(withdrawalId);
  // It was just requested, so it waits.
  const stage = stageShown(followed) ?? 'held';
  const ended = undone[stage];
  return (
    <Outcome
      title={ended ?? (stage === 'arrived' ? arrived : title)}
      type="withdraw"
      tone={stageTone(stage)}
      waits={stage !== 'sent'}
      action="Done"
      onDone={() => onDone(ended === undefined)}
    >
      <WithdrawalTimeline followed={followed} held signed />
      <HelpWith topic={{ title: topic, reference: withdrawalId }} />
    </Outcome>
  );
}

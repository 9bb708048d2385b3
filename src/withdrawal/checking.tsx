import { formatCrypto } from '#core/money/format.ts';
import { CheckingOutcome } from '#ui/feedback/outcome.tsx';
import type { WithdrawSummary } from './sending.ts';

interface Props {
  readonly summary: WithdrawSummary | undefined;
  readonly online: boolean;
}

export const Checking = ({ summary, online }: Props) => (
  <CheckingOutcome online={online}>
    {summary?.amount
      ? `The connection was lost while ${formatCrypto(summary.amount, summary.currency)} was being withdrawn. `
      : ''}
    It was requested once or not at all, and it is never sent again automatically.
  </CheckingOutcome>
);

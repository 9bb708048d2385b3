import { formatCrypto } from '#core/money/format.ts';
import { CheckingOutcome } from '#ui/feedback/outcome.tsx';
import type { ConversionRules, ConversionSummary } from './rules.ts';

interface Props {
  readonly rules: ConversionRules;
  readonly summary: ConversionSummary | undefined;
  readonly online: boolean;
}

export const Checking = ({ rules, summary, online }: Props) => (
  <CheckingOutcome online={online}>
    {summary?.sourceAmount
      ? `The connection was lost while ${formatCrypto(summary.sourceAmount, summary.source)} was being ${rules.passive} ${summary.target}. `
      : ''}
    It was {rules.kind === 'swap' ? 'exchanged' : rules.participle} once or not at all, and it is
    never sent again automatically.
  </CheckingOutcome>
);

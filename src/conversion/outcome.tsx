import { formatCrypto } from '#core/domain/format.ts';
import { Outcome } from '#ui/outcome.tsx';
import type { ConversionRules, ConversionSummary } from './rules.ts';

interface Props {
  readonly rules: ConversionRules;
  readonly summary: ConversionSummary;
  readonly onDone: () => void;
}

/** SWAP-14, TRD-03: shows what was given and what was received. */
export const Success = ({ rules, summary, onDone }: Props) => (
  <Outcome
    title={rules.successText(summary)}
    type={rules.kind === 'swap' ? 'swapped' : 'sell'}
    tone="good"
    action="Done"
    onDone={onDone}
  >
    <dl className="kv num">
      <div>
        <dt>{rules.kind === 'swap' ? 'From' : 'Sold'}</dt>
        <dd>{formatCrypto(summary.sourceAmount, summary.source)}</dd>
      </div>
      <div className="total">
        <dt>Received</dt>
        <dd className="pos">+{formatCrypto(summary.targetAmount, summary.target)}</dd>
      </div>
    </dl>
  </Outcome>
);

import type { KeptCode } from '#core/money/cash.ts';
import { formatCrypto } from '#core/money/format.ts';
import { Button } from '#ui/actions/button.tsx';
import { Outcome } from '#ui/feedback/outcome.tsx';
import { RateLine } from './quote/rate-line.tsx';
import type { ConversionRules, ConversionSummary } from './rules.ts';

interface Props {
  readonly rules: ConversionRules;
  readonly summary: ConversionSummary;
  /** The asset the customer wants in the end, if this was the first of two steps. */
  readonly onward: KeptCode | undefined;
  readonly onGoOn: () => void;
  readonly onDone: () => void;
}

/** SWAP-14, TRD-03: shows what was given and what was received. */
export const Success = ({ rules, summary, onward, onGoOn, onDone }: Props) => (
  <Outcome
    title={rules.successText(summary)}
    type={rules.kind === 'swap' ? 'swapped' : rules.kind}
    tone="good"
    action={onward ? `Second step: swap to ${onward}` : 'Done'}
    onDone={onward ? onGoOn : onDone}
    otherwise={
      onward && (
        <Button wide onClick={onDone}>
          Done
        </Button>
      )
    }
  >
    <dl className="kv num">
      <div>
        <dt>{rules.given}</dt>
        <dd translate="no">{formatCrypto(summary.sourceAmount, summary.source)}</dd>
      </div>
      <div>
        <dt>Rate</dt>
        <dd translate="no">
          <RateLine summary={summary} />
        </dd>
      </div>
      <div className="total">
        <dt>Received</dt>
        <dd className="pos" translate="no">
          +{formatCrypto(summary.targetAmount, summary.target)}
        </dd>
      </div>
    </dl>
  </Outcome>
);

import type { CSSProperties } from 'react';
import type { ConversionState } from '#conversion/conversion-state.ts';
import { isCashCode, keptOf } from '#core/money/cash.ts';
import { formatDecimal } from '#core/money/format.ts';
import { UnitButton } from './unit-button.tsx';

interface Props {
  readonly state: ConversionState;
  readonly fiat: string | undefined;
  /** The amount belongs to an expired quote that is not being replaced. */
  readonly isAged: boolean;
  readonly onPick: () => void;
}

/** What the customer receives: read-only, taken from the quote. */
export function TargetBox({ state, fiat, isAged, onPick }: Props) {
  const { target } = state.pair;
  const { name } = keptOf(target);
  // Cash amounts always show two decimals.
  const least = isCashCode(target) ? 2 : 0;
  const amount = state.shown && formatDecimal(state.shown.targetAmount, least);
  const label = `I want ${name}`;
  return (
    <div className="amount">
      <p className="label muted">{label}</p>
      <div className="amount__row">
        <output
          key={amount}
          data-fresh={state.before !== undefined}
          aria-label={label}
          translate="no"
          // Otherwise screen readers would read out a new quote every ten seconds.
          aria-live="off"
          className={amount && !isAged ? undefined : 'subtle'}
          style={{ '--chars': amount?.length ?? 1 } as CSSProperties}
        >
          {amount ?? '0'}
        </output>
        <UnitButton code={target} disabled={state.phase !== 'form'} onClick={onPick} />
      </div>
      <div className="amount__foot num">
        <span>{state.instrumentsStatus === 'loading' ? 'Loading trading pairs...' : fiat}</span>
        {state.shown && (
          <span>{state.before ? `was ${formatDecimal(state.before, least)}` : 'rounded down'}</span>
        )}
      </div>
    </div>
  );
}

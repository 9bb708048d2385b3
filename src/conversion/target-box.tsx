import type { CSSProperties } from 'react';
import { assetOf } from '#core/domain/currencies.ts';
import { formatDecimal } from '#core/domain/format.ts';
import type { ConversionState } from './conversion-state.ts';
import { UnitButton } from './unit-button.tsx';

interface Props {
  readonly state: ConversionState;
  readonly fiat: string | undefined;
  readonly onPick: () => void;
}

/** What the customer receives: read-only, taken from the quote. */
export function TargetBox({ state, fiat, onPick }: Props) {
  const { target } = state.pair;
  const { name } = assetOf(target);
  const amount = state.shown && formatDecimal(state.shown.targetAmount);
  const label = `I want ${name}`;
  return (
    <div className="amount">
      <p className="label muted">{label}</p>
      <div className="amount__row">
        <output
          aria-label={label}
          // Otherwise screen readers would read out a new quote every ten seconds.
          aria-live="off"
          className={amount && state.quote !== 'expired' ? undefined : 'subtle'}
          style={{ '--chars': amount?.length ?? 1 } as CSSProperties}
        >
          {amount ?? '0'}
        </output>
        <UnitButton code={target} disabled={state.phase !== 'form'} onClick={onPick} />
      </div>
      <div className="amount__foot num">
        <span>{state.instrumentsStatus === 'loading' ? 'Loading trading pairs...' : fiat}</span>
        {state.shown && <span>rounded down</span>}
      </div>
    </div>
  );
}

import { useId } from 'react';
import { type ConversionState, holdingOf } from '#conversion/conversion-state.ts';
import type { ConversionMachine } from '#conversion/machine.ts';
import { balanceText } from '#conversion/view-model.ts';
import { formatCrypto } from '#core/money/format.ts';
import { instrumentOf } from '#core/money/swap-form.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { AmountInput } from '#ui/forms/amount-field.tsx';
import { QuickFills } from './quick-fills.tsx';
import { UnitButton } from './unit-button.tsx';

interface Props {
  readonly machine: ConversionMachine;
  readonly state: ConversionState;
  readonly fiat: string | undefined;
  readonly off: boolean;
  readonly masked: boolean;
  readonly describedBy: string | undefined;
  readonly onPick: () => void;
}

/** The asset and amount that the customer pays with. */
export function SourceBox({ machine, state, fiat, off, masked, describedBy, onPick }: Props) {
  const field = useId();
  const hint = useId();
  const { source } = state.pair;
  const holding = holdingOf(state, source);
  const minimum = instrumentOf(state.instruments, state.pair)?.min_quantity;
  const locked = state.phase !== 'form';
  return (
    <div className="amount">
      <label className="label muted num" htmlFor={field}>
        I have {balanceText(state, new Date(serverNow()), masked)}
      </label>
      <div className="amount__row">
        <AmountInput
          id={field}
          value={state.amount}
          disabled={locked}
          invalid={state.doubt !== undefined}
          describedBy={state.doubt ? hint : describedBy}
          onText={(text) => {
            machine.type(text);
            return machine.state.amount;
          }}
        />
        <UnitButton code={source} disabled={locked} onClick={onPick} />
      </div>
      <div className="amount__foot num">
        <span>{fiat}</span>
        {minimum && <span>Minimum {formatCrypto(minimum, source)}</span>}
      </div>
      {state.doubt && (
        <p className="error" id={hint} role="alert">
          {state.doubt}
        </p>
      )}
      <QuickFills
        disabled={locked || off || !holding}
        onFill={machine.fill}
        withMinimum={machine.rules.fillsMinimum}
        onMinimum={minimum ? machine.fillMinimum : undefined}
      />
    </div>
  );
}

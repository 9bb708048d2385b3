import { type FormEvent, useId, useState } from 'react';
import { assetOf } from '#core/domain/currencies.ts';
import { Icon } from '#ui/icon.tsx';
import { ObstacleBox } from './obstacle-box.tsx';
import { Pickers, type Side } from './pickers.tsx';
import { QuoteCard } from './quote-card.tsx';
import { SourceBox } from './source-box.tsx';
import css from './swap.module.css';
import { SwapButton } from './swap-button.tsx';
import type { SwapMachine } from './swap-machine.ts';
import type { SwapState } from './swap-state.ts';
import { TargetBox } from './target-box.tsx';
import { obstacleIn, pressable } from './view-model.ts';

interface Props {
  readonly swap: SwapMachine;
  readonly state: SwapState;
  readonly online: boolean;
  readonly masked: boolean;
  /** The value of an amount in the customer's currency. */
  readonly fiatOf: (side: Side) => string | undefined;
}

export function SwapForm({ swap, state, online, masked, fiatOf }: Props) {
  const [picking, setPicking] = useState<Side>();
  const reason = useId();
  const obstacle = obstacleIn(state, online);
  const described = obstacle && reason;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pressable(swap.state, online).enabled) swap.confirm();
  };
  return (
    <form className="task" onSubmit={submit} noValidate>
      <div className="stack">
        <div className={css.pair}>
          <SourceBox
            swap={swap}
            state={state}
            fiat={fiatOf('source')}
            off={!online}
            masked={masked}
            describedBy={described}
            onPick={() => setPicking('source')}
          />
          <button
            className={css.flip}
            type="button"
            aria-label={`Swap direction: pay with ${assetOf(state.pair.target).name}`}
            disabled={state.phase !== 'form'}
            onClick={swap.flip}
          >
            <Icon name="swap" size="s" />
          </button>
          <TargetBox state={state} fiat={fiatOf('target')} onPick={() => setPicking('target')} />
        </div>
      </div>
      <div className={`stack ${css.summary}`}>
        <QuoteCard swap={swap} state={state}>
          {obstacle && <ObstacleBox id={reason} obstacle={obstacle} onRetry={swap.retry} />}
          <SwapButton button={pressable(state, online)} describedBy={described} />
        </QuoteCard>
        <p className="cap">
          The rate is fixed for ten seconds by our clock. What you receive is rounded down to the
          last decimal shown.
        </p>
      </div>
      {picking && (
        <Pickers
          side={picking}
          swap={swap}
          state={state}
          masked={masked}
          onClose={() => setPicking(undefined)}
        />
      )}
    </form>
  );
}

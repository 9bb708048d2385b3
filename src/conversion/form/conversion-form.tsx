import { type FormEvent, type ReactNode, useId, useState } from 'react';
import css from '#conversion/conversion.module.css';
import type { ConversionState } from '#conversion/conversion-state.ts';
import type { ConversionMachine } from '#conversion/machine.ts';
import { MoreTime } from '#conversion/quote/more-time.tsx';
import { QuoteCard } from '#conversion/quote/quote-card.tsx';
import { QuoteLine } from '#conversion/quote/quote-line.tsx';
import { RATE_NOTE } from '#conversion/quote/rate-note.ts';
import { TwoSteps } from '#conversion/two-steps.tsx';
import {
  earlyText,
  exchangeText,
  isAged,
  obstacleIn,
  pressable,
  UNKNOWN,
} from '#conversion/view-model.ts';
import { keptOf } from '#core/money/cash.ts';
import { formatCrypto } from '#core/money/format.ts';
import { GoBar } from '#ui/actions/go-bar.tsx';
import { PressNote } from '#ui/actions/press-note.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { MainButton } from './main-button.tsx';
import { ObstacleBox } from './obstacle-box.tsx';
import { Pickers, type Side } from './pickers.tsx';
import { SourceBox } from './source-box.tsx';
import { TargetBox } from './target-box.tsx';

interface Props {
  readonly machine: ConversionMachine;
  readonly state: ConversionState;
  readonly online: boolean;
  readonly masked: boolean;
  /** The value of an amount in the customer's currency. */
  readonly fiatOf: (side: Side) => string | undefined;
  readonly worth: (code: string, amount: string) => string | undefined;
  /** Shown above the form: the two sides of a trade, buying and selling. */
  readonly children?: ReactNode;
}

/** The form of a swap or a sale. */
export function ConversionForm({ machine, state, online, masked, fiatOf, worth, children }: Props) {
  const { rules } = machine;
  const [picking, setPicking] = useState<Side>();
  const reason = useId();
  const obstacle = obstacleIn(state, rules, online);
  const described = obstacle && reason;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { enabled, busy } = pressable(machine.state, rules, online);
    if (enabled || (busy && !state.doubt)) machine.press();
  };
  return (
    <form className="task" onSubmit={submit} noValidate>
      <div className="stack">
        {children}
        <div className={css.pair}>
          <SourceBox
            machine={machine}
            state={state}
            fiat={fiatOf('source')}
            off={!online}
            masked={masked}
            describedBy={described}
            onPick={() => setPicking('source')}
          />
          {rules.kind === 'swap' && (
            <button
              className={css.flip}
              type="button"
              aria-label={`Swap direction: pay with ${keptOf(state.pair.target).name}`}
              disabled={state.phase !== 'form'}
              onClick={machine.flip}
            >
              <Icon name="swap" size="s" />
            </button>
          )}
          <TargetBox
            state={state}
            fiat={fiatOf('target')}
            isAged={isAged(state, rules, online)}
            onPick={() => setPicking('target')}
          />
        </div>
        <TwoSteps state={state} worth={worth} />
      </div>
      <QuoteCard machine={machine} state={state} online={online} />
      <GoBar>
        {obstacle && <ObstacleBox id={reason} obstacle={obstacle} onRetry={machine.retry} />}
        <p className={`go__sum go__sum--low small ${css.sum}`}>
          <span>
            You get{' '}
            <b className="num" translate="no">
              {state.shown ? formatCrypto(state.shown.targetAmount, state.pair.target) : UNKNOWN}
            </b>
          </span>
          <QuoteLine machine={machine} state={state} />
        </p>
        <PressNote text={earlyText(state, rules, online)} />
        <MainButton
          button={pressable(state, rules, online)}
          exchange={exchangeText(state)}
          describedBy={described}
        />
      </GoBar>
      <div className="cap stack">
        <p>{RATE_NOTE}</p>
        <MoreTime />
      </div>
      {picking && (
        <Pickers
          side={picking}
          machine={machine}
          state={state}
          masked={masked}
          onClose={() => setPicking(undefined)}
        />
      )}
    </form>
  );
}

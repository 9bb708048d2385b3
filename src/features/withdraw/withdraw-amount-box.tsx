import { type ReactNode, useId } from 'react';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { fiatSymbol, formatCrypto } from '#core/money/format.ts';
import { isLimited, maximum, routeOf, unitsIn, unitsOfFiat } from '#core/money/withdraw-form.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { AmountInput } from '#ui/forms/amount-field.tsx';
import { useIsRested } from '#ui/hooks/use-is-rested.ts';
import { Icon } from '#ui/marks/icon.tsx';
import css from '#withdrawal/steps.module.css';
import type { WithdrawMachine } from './withdraw-machine.ts';
import { formIn, valueIn, type WithdrawState } from './withdraw-state.ts';
import { fiatText, limitText, minimumText } from './withdraw-texts.ts';

const QUICK = ['50', '100', '250', '500'] as const;

interface Props {
  readonly machine: WithdrawMachine;
  readonly state: WithdrawState;
  readonly problem: string | undefined;
  readonly masked: boolean;
  /** Notes on the amounts in the customer's currency, such as a missing rate. */
  readonly children: ReactNode;
}

/** The amount in either unit, with what it costs at least and at most (WD-05, BEY-09). */
export function AmountBox({ machine, state, problem, masked, children }: Props) {
  const field = useId();
  const note = useId();
  const bounds = useId();
  const { asset, amount, currency } = state;
  const form = formIn(state);
  const route = routeOf(form);
  const units = unitsIn(amount, asset.scale, form.value);
  const inFiat = amount.unit === 'fiat';
  const symbol = fiatSymbol(currency);
  const value = valueIn(state);
  const locked = state.phase !== 'form';
  // The maximum depends on the network's fee, which is unknown until a network is chosen.
  const most = route && form.cover && formatUnits(maximum(form.cover), asset.scale);
  const bound =
    most === undefined || !form.cover
      ? undefined
      : isLimited(form.cover)
        ? 'today’s limit'
        : 'your balance';
  const other =
    units === undefined
      ? ''
      : inFiat
        ? formatCrypto(formatUnits(units, asset.scale), asset.code)
        : fiatText(state, formatUnits(units, asset.scale));
  const wrong = state.doubt ?? problem;
  const isRested = useIsRested(wrong, amount.text);
  const limit = limitText(state);
  const least = route && parseUnits(route.min_withdrawal, asset.scale);
  /** The id of what says why a quick amount cannot be sent: below the least, or above the most. */
  const refuses = (quick: string): string | undefined => {
    const sent = value === undefined ? undefined : unitsOfFiat(quick, asset.scale, value);
    if (sent === undefined) return undefined;
    if (least !== undefined && sent < least) return note;
    return form.cover && sent > maximum(form.cover) ? bounds : undefined;
  };
  return (
    <div className={css.amount}>
      <div className="amount">
        <label className="label muted" htmlFor={field}>
          Amount
        </label>
        <div className="amount__row">
          {inFiat && (
            <span className="sym" aria-hidden="true">
              {symbol}
            </span>
          )}
          <AmountInput
            id={field}
            value={amount.text}
            disabled={locked}
            invalid={wrong !== undefined}
            describedBy={note}
            onText={(text) => {
              machine.typeAmount(text);
              return machine.state.amount.text;
            }}
          />
          <button
            className="unit"
            type="button"
            disabled={locked || value === undefined}
            onClick={machine.toggleUnit}
          >
            {inFiat ? currency : asset.code}
            <Icon name="swap" size="xs" />
            <span className="vh">, switch to {inFiat ? asset.code : currency}</span>
          </button>
        </div>
        <div className="amount__foot num">
          <span className={css.worth}>{other}</span>
          <button
            id={bounds}
            className={`textbtn ${css.max}`}
            type="button"
            disabled={locked || most === undefined}
            onClick={machine.max}
          >
            <span>Max</span>
            {!masked && most !== undefined && (
              <span>
                {(inFiat && fiatText(state, most)) || formatCrypto(most, asset.code)}
                {bound !== undefined && ','}
              </span>
            )}
            {bound !== undefined && <span className="muted">{bound}</span>}
          </button>
        </div>
      </div>
      {/* An error takes the place of the limits, so that the quick amounts below do not move. */}
      <div className={css.note} id={note}>
        <p className="help">
          {/* An invisible placeholder keeps the limits' height until they are loaded, so that nothing below
              moves. */}
          {(state.routesStatus === 'loading' || state.holdingStatus === 'loading') && (
            <span className={css.unseen}>
              Minimum {formatCrypto('0.0001', asset.code)} ({symbol}10.00), {symbol}10,000.00 left
              of today’s limit
            </span>
          )}
          {state.holdingStatus !== 'loading' &&
            route &&
            `Minimum ${minimumText(state, route.min_withdrawal)}${limit ? ', ' : ''}`}
          {state.holdingStatus !== 'loading' && route && limit && (
            <>
              <Explained
                of={async () => (await import('./explain-cost.ts')).explainLimit(state)}
                name="Left of today’s limit"
              >
                {limit}
              </Explained>{' '}
              left of today’s limit
            </>
          )}
        </p>
        {/* Drawn anew once typing rests: what is inserted as an alert is spoken. */}
        {wrong && (
          <p key={String(isRested)} className="error" role={isRested ? 'alert' : undefined}>
            <Icon name="alert" size="xs" />
            {wrong}
          </p>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame of its own */}
      <div className="chips chips--fill" role="group" aria-label="Quick amounts">
        {QUICK.map((quick) => (
          <button
            key={quick}
            className="chip num"
            type="button"
            aria-pressed={inFiat && amount.exact === undefined && amount.text === quick}
            disabled={locked || value === undefined}
            aria-disabled={refuses(quick) !== undefined || undefined}
            aria-describedby={refuses(quick)}
            onClick={() => refuses(quick) ?? machine.quick(quick)}
          >
            {symbol}
            {quick}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

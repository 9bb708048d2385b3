import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { assetOf } from '#core/money/currencies.ts';
import { fiatSymbol, formatFiat, formatPrice } from '#core/money/format.ts';
import { ALL_COSTS, costsIn, feeOf, isBeyondLimits, limitProblem } from '#core/money/purchase.ts';
import { fitsUnverified } from '#core/money/purchase-approval.ts';
import { isUnanswered } from '#core/people/verification-texts.ts';
import { isUnapproved, kyc, kycStatusOf, unverifiedOf } from '#transport/session/kyc.ts';
import { GoBar } from '#ui/actions/go-bar.tsx';
import { PressNote } from '#ui/actions/press-note.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import type { BuyMachine } from './buy-machine.ts';
import { type BuyState, earlyText } from './buy-state.ts';
import { BuySummary } from './buy-summary.tsx';
import { CryptoPicker } from './crypto-picker.tsx';
import { LimitsLine } from './limits-line.tsx';
import { PRICE_NOTE } from './price-note.ts';
import { AmountBox } from './spend-amount-box.tsx';
import css from './trade.module.css';

const QUICK_AMOUNTS = ['50', '100', '250', '500'] as const;

interface Props {
  readonly machine: BuyMachine;
  readonly state: BuyState;
  readonly online: boolean;
  /** Stands above the form: the sides of a trade. */
  readonly children: ReactNode;
}

function Obstacle({
  id,
  state,
  online,
  onRetry,
  onAgain,
}: {
  readonly id: string;
  readonly state: BuyState;
  readonly online: boolean;
  readonly onRetry: () => void;
  readonly onAgain: () => void;
}) {
  if (!online) {
    return (
      <p className="reason" id={id}>
        <PageIcon name="offline" size="s" />
        Buying needs a connection. Nothing is queued to send later.
      </p>
    );
  }
  const text = state.error ?? state.priceError;
  if (text === undefined) return null;
  return (
    <div className="banner banner--error" role="alert">
      <PageIcon name="alert" />
      <p className="grow" id={id}>
        {text}
      </p>
      {state.priceError !== undefined && (
        <button className="textbtn" type="button" onClick={onRetry}>
          Retry
        </button>
      )}
      {isUnanswered(state.error) && (
        <button className="textbtn" type="button" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  );
}

export function BuyForm({ machine, state, online, children }: Props) {
  const [picking, setPicking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const reason = useId();
  const hint = useId();
  const need = useId();
  const { asset, market, amountError, phase, price } = state;
  const locked = phase !== 'form';
  /** What is to be done about the last payment comes first: one primary button at a time. */
  const unsettled = state.result?.saved === false;
  const total = state.fiat.replace(/\.$/, '');
  const fee = total === '' ? undefined : feeOf(total);
  const costs =
    total === '' || state.spreadBps === undefined
      ? undefined
      : costsIn(total, state.spreadBps)?.all;
  const obstructed = !online || state.error !== undefined || state.priceError !== undefined;
  const described = obstructed ? reason : undefined;
  const empty = state.fiat === '' && state.crypto === '';
  const beyond = isBeyondLimits(total);
  const wrong = state.doubt?.text ?? amountError ?? (beyond ? limitProblem(market) : undefined);
  const doubted = (side: 'fiat' | 'crypto'): boolean =>
    state.doubt === undefined ? side === 'fiat' && wrong !== undefined : side === state.doubt.side;
  const known = useSnapshot(kyc);
  // Nobody is offered an amount that would be refused for want of an identity check.
  const offered = isUnapproved(kycStatusOf(known))
    ? QUICK_AMOUNTS.filter((amount) => fitsUnverified(amount, unverifiedOf(known)))
    : QUICK_AMOUNTS;
  const type = (side: 'fiat' | 'crypto') => (text: string) => {
    machine.type(side, text);
    return machine.state[side];
  };
  useEffect(() => {
    if (amountError) form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
  }, [amountError]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (online) machine.buy();
  };
  return (
    <form className="task" ref={form} onSubmit={submit} noValidate>
      <div className="stack">
        {children}
        <button
          className="picker"
          type="button"
          aria-haspopup="dialog"
          disabled={locked}
          onClick={() => setPicking(true)}
        >
          <Coin code={asset} size={40} />
          <span className="grow">
            <b className={`strong ${css.line}`}>{assetOf(asset).name}</b>
            <span className="small muted num" translate="no">
              {price
                ? formatPrice(price, market)
                : state.priceStatus === 'loading'
                  ? 'Loading price…'
                  : 'Price unavailable'}
            </span>
          </span>
          <PageIcon name="chev" size="s" />
          <span className="vh">, change</span>
        </button>
        <div className={css.amounts}>
          <AmountBox
            label="You pay"
            value={state.fiat}
            symbol={fiatSymbol(market)}
            invalid={doubted('fiat')}
            describedBy={doubted('fiat') ? hint : described}
            locked={locked}
            unit={<span className={css.unit}>{market}</span>}
            onText={type('fiat')}
          />
          <AmountBox
            label="You get"
            value={state.crypto}
            invalid={doubted('crypto')}
            describedBy={doubted('crypto') ? hint : described}
            locked={locked}
            unit={<span className={css.unit}>{asset}</span>}
            onText={type('crypto')}
          />
          <div className={css.limits}>
            <LimitsLine market={market} online={online} />
            {wrong !== undefined && (
              <p className="error" id={hint} role="alert">
                {wrong}
              </p>
            )}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own */}
          <div className="chips chips--fill" role="group" aria-label="Quick amounts">
            {offered.map((amount) => (
              <button
                key={amount}
                className="chip num"
                type="button"
                aria-pressed={state.fiat === amount}
                disabled={locked || !online}
                onClick={() => machine.fill(amount)}
              >
                {fiatSymbol(market)}
                {amount}
              </button>
            ))}
          </div>
        </div>
      </div>
      <BuySummary state={state} total={total} fee={fee} costs={costs} />
      <GoBar>
        <Obstacle
          id={reason}
          state={state}
          online={online}
          onRetry={machine.retryPrice}
          onAgain={machine.buy}
        />
        <p className="go__sum small" id={need}>
          {fee === undefined ? (
            'Enter amount'
          ) : (
            <b className="num" translate="no">
              Total {formatFiat(total, market)}
            </b>
          )}
          <span className="num muted" translate="no">
            {costs === undefined
              ? `Fee ${fee === undefined ? '0.5%' : formatFiat(fee, market)} included`
              : `${ALL_COSTS} ${formatFiat(costs, market)}`}
          </span>
        </p>
        <PressNote text={online ? earlyText(state) : undefined} />
        <button
          className={`btn ${unsettled ? 'btn--secondary' : 'btn--primary'} btn--wide`}
          type="submit"
          aria-disabled={
            !online ||
            state.priceStatus !== 'ready' ||
            locked ||
            state.doubt !== undefined ||
            empty ||
            beyond
          }
          aria-busy={phase === 'starting'}
          aria-describedby={described ?? (empty ? need : beyond ? hint : undefined)}
        >
          {phase === 'starting' && <span className="spin" aria-hidden="true" />}
          Buy {assetOf(asset).name}
        </button>
        <p className="cap">Crypto-assets can fall in value.</p>
      </GoBar>
      <p className="cap">{PRICE_NOTE}</p>
      {picking && (
        <CryptoPicker
          market={market}
          selected={asset}
          onClose={() => setPicking(false)}
          onPick={(code) => {
            machine.choose(code);
            setPicking(false);
          }}
        />
      )}
    </form>
  );
}

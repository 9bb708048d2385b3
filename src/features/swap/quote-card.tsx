import type { ReactNode } from 'react';
import { formatDecimal } from '#core/domain/format.ts';
import { QuoteRing } from './quote-ring.tsx';
import css from './swap.module.css';
import type { SwapMachine } from './swap-machine.ts';
import type { SwapState } from './swap-state.ts';
import { liveAmount, percentOf } from './view-model.ts';

const UNKNOWN = '\u2013';

function headline(state: SwapState): string {
  if (state.phase === 'confirming') return 'Rate taken';
  switch (state.quote) {
    case 'active':
      return 'Rate held for you';
    case 'loading':
      return 'Getting a rate';
    case 'expired':
      return 'Getting fresh quote automatically...';
    case 'none':
      return state.amount === '' ? 'No rate yet' : 'No rate right now';
  }
}

interface Props {
  readonly swap: SwapMachine;
  readonly state: SwapState;
  readonly children: ReactNode;
}

/** Rate, spread and what the customer gets: always there, filled in by the quote. */
export function QuoteCard({ swap, state, children }: Props) {
  const { shown, pair } = state;
  const aged = state.quote === 'expired' ? 'stale' : '';
  return (
    <section className={`card pad stack ${css.quote}`} aria-label="Quote">
      <div className="line">
        <QuoteRing seconds={swap.secondsLeft} active={state.quote === 'active'} />
        <div className="grow">
          <p className="strong">{headline(state)}</p>
          <p className={`small muted num ${aged}`}>
            {shown
              ? `1 ${pair.source} = ${formatDecimal(shown.rate)} ${pair.target}`
              : `${pair.source} to ${pair.target}`}
          </p>
        </div>
      </div>
      <hr />
      <dl className={`kv num ${aged}`}>
        <div>
          <dt>Spread, included</dt>
          <dd>{shown ? percentOf(shown.spreadBps) : UNKNOWN}</dd>
        </div>
        <div>
          <dt>You pay</dt>
          <dd>{shown ? liveAmount(shown.sourceAmount, pair.source) : UNKNOWN}</dd>
        </div>
        <div className="total">
          <dt>You get</dt>
          <dd>{shown ? liveAmount(shown.targetAmount, pair.target) : UNKNOWN}</dd>
        </div>
      </dl>
      {children}
      <p className="vh" role="status">
        {state.quote === 'expired' ? 'Quote expired' : ''}
      </p>
    </section>
  );
}

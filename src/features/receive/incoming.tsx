import { Link } from 'wouter';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { formatCrypto } from '#core/money/format.ts';
import { Mask } from '#ui/marks/mask.tsx';
import css from './receive.module.css';

interface Props {
  readonly deposits: readonly IncomingDeposit[];
  readonly masked: boolean;
}

/** Deposits that were seen on chain, with their confirmations (BEY-18). */
export function Incoming({ deposits, masked }: Props) {
  return (
    <section className="card" aria-label="Incoming deposits">
      <h2 className="card__head">Incoming deposits</h2>
      <ul className="rows">
        {deposits.map((deposit) => (
          <li key={deposit.deposit_id} className={css.deposit}>
            <span>
              <b className="num" translate="no">
                {masked ? (
                  <Mask of="Amount" />
                ) : (
                  `+${formatCrypto(deposit.amount, deposit.currency_id)}`
                )}
              </b>
              <small className="muted">{deposit.network}</small>
            </span>
            {deposit.asks ? (
              <Link className="textbtn" href="/waiting">
                Say who sent it
              </Link>
            ) : deposit.state === 'credited' ? (
              <span className="pill pill--ok">Credited</span>
            ) : (
              <span className="pill pill--wait">
                {deposit.delayed
                  ? 'Takes longer than usual'
                  : `${deposit.confirmations} of ${deposit.confirmations_needed} confirmations`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { formatCrypto } from '#core/money/format.ts';
import { Mask } from '#ui/marks/mask.tsx';
import css from './receive.module.css';

interface Props {
  readonly deposits: readonly IncomingDeposit[];
  readonly masked: boolean;
  /** Another number each time that one came or went on before the customer's eyes. */
  readonly news: number;
}

/** Deposits that were seen on chain, with their confirmations (BEY-18). */
export function Incoming({ deposits, masked, news }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (news === 0) return;
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
    // Whoever is at work elsewhere on the page stays there.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main') {
      heading.current?.focus({ preventScroll: true });
    }
  }, [news]);
  return (
    <section className="card" aria-label="Incoming deposits">
      <h2 className="card__head" ref={heading} tabIndex={-1}>
        Incoming deposits
      </h2>
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

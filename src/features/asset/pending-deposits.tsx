import { Link } from 'wouter';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatCrypto } from '#core/money/format.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Mask } from '#ui/marks/mask.tsx';

interface Props {
  readonly deposits: readonly IncomingDeposit[];
  readonly masked: boolean;
}

/** Pending money cannot be used yet, so it is listed apart from what was received. */
export const PendingDeposits = ({ deposits, masked }: Props) => (
  <section aria-label="Pending deposits">
    <ul className="card rows">
      {deposits.map((deposit) => {
        const asset = findAsset(deposit.currency_id);
        return (
          <li key={deposit.deposit_id}>
            <div className="row">
              <span className="ticon">
                <Icon name="down" />
                {asset && <Coin code={asset.code} size={20} />}
              </span>
              <span>
                <b>Deposit</b>
                <small>{deposit.network}</small>
              </span>
              <span className="row__end">
                <b className="num" translate="no">
                  {masked ? (
                    <Mask of="Amount" />
                  ) : (
                    formatCrypto(deposit.amount, deposit.currency_id)
                  )}
                </b>
                {deposit.asks ? (
                  <Link className="textbtn" href="/waiting">
                    Say who sent it
                  </Link>
                ) : (
                  <span className="pill pill--wait">
                    {deposit.delayed
                      ? 'Takes longer than usual'
                      : `${deposit.confirmations} of ${deposit.confirmations_needed} confirmations`}
                  </span>
                )}
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);

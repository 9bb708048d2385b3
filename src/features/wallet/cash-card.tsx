import { Link } from 'wouter';
import { formatCrypto } from '#core/money/format.ts';
import { type Holding, isZero } from '#core/statement/portfolio.ts';
import { CashCoin } from '#ui/marks/cash-coin.tsx';
import { Mask } from '#ui/marks/mask.tsx';

interface Props {
  readonly cash: readonly Holding[];
  readonly masked: boolean;
}

/** The available cash, and the held part, which belongs to the customer as well. */
const besides = ({ onHold, code }: Holding): string =>
  isZero(onHold) ? code : `${code} · ${formatCrypto(onHold, code)} on hold`;

/** BANK-01: cash, above the list of assets because it has no price and no chart. */
export const CashCard = ({ cash, masked }: Props) => (
  <div className="card">
    {cash.map((holding) => (
      <Link key={holding.code} className="row" href="/cash">
        <CashCoin code={holding.code} />
        <span>
          {holding.name}
          <small>{masked ? holding.code : besides(holding)}</small>
        </span>
        <span className="num" translate="no">
          {masked ? <Mask of="Balance" /> : formatCrypto(holding.available, holding.code)}
        </span>
      </Link>
    ))}
  </div>
);

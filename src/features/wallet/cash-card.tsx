import { Link } from 'wouter';
import { formatCrypto } from '#core/domain/format.ts';
import { type Holding, isZero } from '#core/domain/portfolio.ts';
import { CashCoin } from '#ui/cash-coin.tsx';
import { Mask } from '#ui/mask.tsx';

interface Props {
  readonly cash: readonly Holding[];
  readonly masked: boolean;
}

/** What is there; what is held is the customer's, too. */
const besides = ({ onHold, code }: Holding): string =>
  isZero(onHold) ? code : `${code} · ${formatCrypto(onHold, code)} on hold`;

/** BANK-01: cash, which is no asset with a price and a chart, above the list of those that are. */
export const CashCard = ({ cash, masked }: Props) => (
  <div className="card">
    {cash.map((holding) => (
      <Link key={holding.code} className="row" href="/cash">
        <CashCoin code={holding.code} />
        <span>
          {holding.name}
          <small>{masked ? holding.code : besides(holding)}</small>
        </span>
        <span className="num">
          {masked ? <Mask of="Balance" /> : formatCrypto(holding.available, holding.code)}
        </span>
      </Link>
    ))}
  </div>
);

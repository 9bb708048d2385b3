import { Link } from 'wouter';
import { formatCrypto } from '#core/money/format.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import { CashCoin } from '#ui/marks/cash-coin.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import { Besides } from './asset-row.tsx';

interface Props {
  readonly holding: Holding;
  readonly masked: boolean;
}

/** BANK-01: cash is the first row of the assets; it has no price and no line. */
export const CashRow = ({ holding, masked }: Props) => (
  <li>
    <Link className="asset asset--cash" href="/cash">
      <CashCoin code={holding.code} />
      <span className="asset__name">
        {holding.name} <small>{holding.code}</small>
      </span>
      <span className="asset__val num" translate="no">
        {masked ? <Mask of="Balance" /> : formatCrypto(holding.available, holding.code)}
      </span>
      <Besides holding={holding} masked={masked} />
    </Link>
  </li>
);

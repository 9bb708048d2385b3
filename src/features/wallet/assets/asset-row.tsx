import { memo } from 'react';
import { Link } from 'wouter';
import { assetStateOf } from '#core/carried/asset-in-navigation.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatCrypto, formatDecimal, formatFiat, formatPrice } from '#core/money/format.ts';
import { type Holding, isZero } from '#core/statement/portfolio.ts';
import type { Money } from '#features/wallet/wallet-view.ts';
import { Change } from '#ui/chart/change.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Mask, Unless } from '#ui/marks/mask.tsx';
import { Spark } from './spark.tsx';

/** Stands for an unknown value. */
const UNKNOWN = '\u2013';
interface Props {
  readonly holding: Holding;
  readonly money: Money;
  readonly asOf: Date;
  readonly masked: boolean;
  /** The price only: nothing is held. */
  readonly markets: boolean;
}

/** Names an amount for screen readers (EASE-12); the column headings are only visible. */
const Label = ({ children }: { children: string }) => <span className="vh">{children} </span>;

/** Amounts that belong to the customer but are not available (BEY-16). */
export function Besides({ holding, masked }: Pick<Props, 'holding' | 'masked'>) {
  const parts = [
    ...(isZero(holding.onHold) ? [] : [`${formatCrypto(holding.onHold, holding.code)} on hold`]),
    ...(isZero(holding.pending) ? [] : [`${formatCrypto(holding.pending, holding.code)} pending`]),
  ];
  return (
    parts.length > 0 && (
      <span className="asset__besides num" translate="no">
        <Unless masked={masked} text={parts.join(' · ')} />
      </span>
    )
  );
}

/** Memoised, so that a keystroke in the search draws only the rows it changes. */
export const AssetRow = memo(function AssetRow(props: Props) {
  const { holding, money, asOf, masked, markets } = props;
  const { code, name, available } = holding;
  const value = money.convert(holding.usd);
  const price = money.convert(holding.price);
  const asset = findAsset(code);
  const worth = value === undefined ? UNKNOWN : formatFiat(value, money.currency);
  return (
    <li>
      <Link
        className="asset"
        href="/asset-detail"
        state={assetStateOf(holding, value, money.currency, asOf)}
      >
        {asset && <Coin code={asset.code} size={40} />}
        <span className="asset__name">
          {name} <small>{code}</small>
        </span>
        <span className="asset__under muted">
          <span className="asset__price num" translate="no">
            <Label>Price</Label>
            {price === undefined ? UNKNOWN : formatPrice(price, money.currency)}
          </span>{' '}
          <span className="asset__chg">
            {holding.change && <Change percent={holding.change} over="24 hours" />}
          </span>
        </span>
        <Spark prices={holding.spark} />
        {markets || (
          <>
            <span className="asset__bal num muted" translate="no">
              <span>
                {masked ? <Mask of="Balance" /> : <Label>Balance</Label>}
                {masked || formatDecimal(available)}
              </span>{' '}
              <span>{code}</span>
            </span>
            <span className="asset__val num" translate="no">
              {masked ? <Mask of="Value" /> : <Label>Value</Label>}
              {masked || worth}
            </span>
          </>
        )}
        <Besides holding={holding} masked={masked} />
      </Link>
    </li>
  );
});

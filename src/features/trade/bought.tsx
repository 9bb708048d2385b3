import { useLocation } from 'wouter';
import { assetEntry } from '#core/carried/asset-link.ts';
import { formatCrypto, formatFiat, formatPrice } from '#core/money/format.ts';
import { ALL_COSTS, costsIn, FEE_NAME, feeOf } from '#core/money/purchase.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { Outcome } from '#ui/feedback/outcome.tsx';
import type { Order } from './order.ts';
import { boughtText, movedText } from './payment/purchase-texts.ts';

interface Props {
  readonly order: Order;
  readonly onDone: () => void;
}

/**
 * The success screen of a purchase: the costs as they were shown before the button, and a link to the asset
 * (EASE-19).
 */
export function Bought({ order, onDone }: Props) {
  const [, navigate] = useLocation();
  const { crypto, asset, total, currency, price, spread, agreed } = order;
  const fee = feeOf(total);
  const bps = spread === undefined ? undefined : Number(spread);
  const costs = bps === undefined ? undefined : costsIn(total, bps)?.all;
  // The shown price is left out if the purchase was made at a later price (HARD-14).
  const told = agreed === undefined ? price : undefined;
  const done = (): void => {
    onDone();
    navigate('/asset-detail', { state: assetEntry(asset) });
  };
  return (
    <Outcome title={boughtText(order)} type="buy" tone="good" action="Done" onDone={done}>
      <dl className="kv num">
        <div>
          <dt>Bought</dt>
          <dd className="pos" translate="no">
            +{formatCrypto(crypto, asset)}
          </dd>
        </div>
        {told !== undefined && (
          <div>
            <dt>Price</dt>
            <dd translate="no">
              1 {asset} = {formatPrice(told, currency)}
            </dd>
          </div>
        )}
        {bps !== undefined && (
          <div>
            <dt>Spread, included</dt>
            <dd translate="no">{bps / 100}%</dd>
          </div>
        )}
        {fee !== undefined && (
          <div>
            <dt>{FEE_NAME}</dt>
            <dd translate="no">
              <Explained
                name={FEE_NAME}
                of={async () => {
                  const { explainFee } = await import('./explain-purchase.ts');
                  return explainFee(total, currency);
                }}
              >
                {formatFiat(fee, currency)}
              </Explained>
            </dd>
          </div>
        )}
        <div className="total">
          <dt>Total</dt>
          <dd translate="no">{formatFiat(total, currency)}</dd>
        </div>
        {bps !== undefined && costs !== undefined && (
          <div>
            <dt>{ALL_COSTS}</dt>
            <dd translate="no">
              <Explained
                name={ALL_COSTS}
                of={async () => {
                  const { explainCosts } = await import('./explain-purchase.ts');
                  return explainCosts(total, currency, bps);
                }}
              >
                {formatFiat(costs, currency)}
              </Explained>
            </dd>
          </div>
        )}
      </dl>
      {agreed !== undefined && <p>{movedText(agreed, asset)}</p>}
    </Outcome>
  );
}

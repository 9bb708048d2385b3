import type { PaymentRoute } from '#core/contract/money/funds.ts';
import type { Asset } from '#core/money/currencies.ts';
import { formatCrypto } from '#core/money/format.ts';
import { usualTime } from '#core/networks/arrival-text.ts';
import { isZero } from '#core/statement/portfolio.ts';

/** Shown if the server names no minimum deposit (RCV-03). */
const DEFAULT_MINIMUM = '0.0101';

interface Props {
  readonly asset: Asset;
  readonly route: PaymentRoute;
}

export function RouteFacts({ asset, route }: Props) {
  const { confirmations, min_deposit } = route;
  const minimum = isZero(min_deposit) ? DEFAULT_MINIMUM : min_deposit;
  return (
    <section className="card pad stack stack--tight" aria-label="Good to know">
      <dl className="kv">
        <div>
          <dt>Arrives after</dt>
          <dd>
            {confirmations} {confirmations === 1 ? 'confirmation' : 'confirmations'},{' '}
            {usualTime(route.crypto_network_name)}
          </dd>
        </div>
        <div>
          <dt>Deposit</dt>
          <dd>
            at least{' '}
            <span className="num" translate="no">
              {formatCrypto(minimum, asset.code)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Fee</dt>
          <dd>None</dd>
        </div>
      </dl>
      <p className="small muted">
        Deposits below the minimum are not credited
        {asset.chainScale > asset.scale && `, nor are decimals beyond the ${asset.scale}th`}.
      </p>
    </section>
  );
}

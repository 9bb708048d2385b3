import { useId } from 'react';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import type { Asset } from '#core/money/currencies.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './receive.module.css';

interface Props {
  readonly asset: Asset;
  readonly routes: readonly PaymentRoute[];
  readonly chosen: string;
  readonly onChoose: (routeId: string) => void;
}

/** The asset, and the network it is received on. */
export function NetworkField({ asset, routes, chosen, onChoose }: Props) {
  const id = useId();
  return (
    <div className={`card ${css.network}`}>
      <Coin code={asset.code} size={40} />
      <div className="grow">
        <b className="strong">{asset.name}</b>
        <label className="small muted" htmlFor={id}>
          Network
        </label>
      </div>
      <span className={`control ${css.select}`}>
        <select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {routes.map(({ payment_route_id, crypto_network_name }) => (
            <option key={payment_route_id} value={payment_route_id}>
              {crypto_network_name}
            </option>
          ))}
        </select>
        <PageIcon name="chev" size="s" />
      </span>
    </div>
  );
}

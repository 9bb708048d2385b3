import { useId } from 'react';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import { formatCrypto } from '#core/money/format.ts';
import { usualTime } from '#core/networks/arrival-text.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './withdraw.module.css';

interface Props {
  readonly routes: readonly PaymentRoute[];
  readonly routeId: string | undefined;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly onChoose: (routeId: string) => void;
}

/** Shown in place of a network's facts while none is chosen. */
const withoutFacts: Readonly<Record<Props['status'], string>> = {
  loading: 'Loading',
  ready: 'None is available right now',
  failed: '\u2013',
};

/** The network to send on: a card, or a choice if there are several (WD-02). */
export function NetworkField({ routes, routeId, status, onChoose }: Props) {
  const id = useId();
  const chosen = routes.find((route) => route.payment_route_id === routeId);
  const choice = routes.length > 1 || (routes.length > 0 && !chosen);
  const facts = chosen
    ? `${usualTime(chosen.crypto_network_name)}, fee ${formatCrypto(chosen.withdrawal_fee, chosen.currency_id)}`
    : undefined;
  return (
    <div className={`card ${css.network}`}>
      <div className="grow">
        {choice ? (
          <label className="label" htmlFor={id}>
            Network
          </label>
        ) : (
          <b className="strong">{chosen ? `${chosen.crypto_network_name} network` : 'Network'}</b>
        )}
        <small className="muted">
          {facts ??
            (choice ? 'The one you chose is closed. Choose another.' : withoutFacts[status])}
        </small>
      </div>
      {choice && (
        <span className={`control ${css.select}`}>
          <select
            id={id}
            value={chosen ? routeId : ''}
            onChange={({ target }) => onChoose(target.value)}
          >
            {!chosen && <option value="">Select</option>}
            {routes.map(({ payment_route_id, crypto_network_name }) => (
              <option key={payment_route_id} value={payment_route_id}>
                {crypto_network_name}
              </option>
            ))}
          </select>
          <PageIcon name="chev" size="s" />
        </span>
      )}
    </div>
  );
}

import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import type { Asset } from '#core/money/currencies.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { useUnreadCopy } from '#ui/hooks/use-unread-copy.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { AddressCard } from './address-card.tsx';
import { Incoming } from './incoming.tsx';
import { NetworkField } from './network-field.tsx';
import css from './receive.module.css';
import { opened } from './receive-state.ts';
import { receive } from './receive-wiring.ts';
import { RouteFacts } from './route-facts.tsx';
import { useFollow } from './use-follow.ts';

function Trouble({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="alert" />
      <p className="grow">{text}</p>
      <button className="textbtn" type="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  );
}

/** A skeleton without buttons, because they would move when the content arrives. */
const Loading = () => (
  <div className={css.task} role="status">
    <span className="vh">Loading your address</span>
    <span className={`skel ${css.side} ${css.network}`} />
    <span className={`skel ${css.main} ${css.loading}`} />
  </div>
);

export function ReceiveScreen({ asset }: { asset: Asset }) {
  const connected = useOnline();
  const isMasked = useMasked();
  const shown = useSnapshot(receive.state);
  // Until the state is opened for this asset, it may hold another asset's address.
  const state = shown.code === asset.code ? shown : opened(asset.code);
  const [before] = useState(shown.happened);
  useFollow(receive, asset.code);
  const old = useUnreadCopy('routes');
  const { asOf } = state;
  useShownAsOf(asOf);

  const retry = (): void => void receive.retry();
  if (state.routesStatus === 'failed') {
    return connected ? (
      <Trouble text="Failed to fetch payment routes" onRetry={retry} />
    ) : (
      <div className="banner banner--offline" role="status">
        <Icon name="offline" />
        <p className="grow">
          {old
            ? `You’re offline. ${old}`
            : 'You’re offline, and no deposit address is saved on this device yet.'}
        </p>
      </div>
    );
  }
  if (state.routesStatus === 'ready' && state.routes.length === 0) {
    return <Trouble text={`No active payment route found for ${asset.code}`} onRetry={retry} />;
  }
  const route = state.routes.find(({ payment_route_id }) => payment_route_id === state.routeId);
  if (!route) return <Loading />;
  const incoming = state.incoming.filter(({ currency_id }) => currency_id === asset.code);
  return (
    <div className={css.task}>
      <div className={`stack ${css.side}`}>
        <NetworkField
          asset={asset}
          routes={state.routes}
          chosen={route.payment_route_id}
          onChoose={(id) => void receive.choose(id)}
        />
        <div className="banner banner--warn">
          <Icon name="alert" />
          <div>
            <b>
              Send only {asset.code}, only on {route.crypto_network_name}
            </b>
            <p>Other assets or networks can’t be recovered.</p>
          </div>
        </div>
      </div>
      <AddressCard
        asset={asset}
        route={route}
        status={state.addressStatus}
        limited={state.limited}
        address={state.address}
        onRetry={retry}
      />
      <div className={`stack ${css.facts}`}>
        {incoming.length > 0 && (
          <Incoming
            deposits={incoming}
            masked={isMasked}
            news={state.happened === before ? 0 : state.happened}
          />
        )}
        <RouteFacts asset={asset} route={route} />
        <Link className="textbtn" href="/transactions/recieve">
          Your past deposits
        </Link>
      </div>
    </div>
  );
}

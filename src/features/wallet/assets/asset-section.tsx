import { useState } from 'react';
import { brand } from '#core/brand.ts';
import css from '#features/wallet/wallet.module.css';
import type { WalletState } from '#features/wallet/wallet-state.ts';
import type { Money, WalletView } from '#features/wallet/wallet-view.ts';
import { Button } from '#ui/actions/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { useUnreadCopy } from '#ui/hooks/use-unread-copy.ts';
import { AssetList } from './asset-list.tsx';
import { AssetSkeleton } from './asset-skeleton.tsx';

interface Props {
  readonly state: WalletState;
  readonly view: WalletView;
  readonly money: Money;
  readonly aged: boolean;
  readonly masked: boolean;
  readonly online: boolean;
  /** Nothing is held: prices are shown instead of amounts. */
  readonly markets?: boolean;
  /** Content above the list is still loading: the list waits, so that it is not pushed down. */
  readonly waits?: boolean;
  readonly onRetry: () => void;
}

interface NotKnownProps {
  readonly online: boolean;
  /** The server asked to wait; the page asks again automatically (OPS-10). */
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** Neither an answer nor a snapshot: no balance is known, so no list of zeros is shown (BEY-23). */
export function NotKnown({ online, busy, onRetry }: NotKnownProps) {
  const old = useUnreadCopy('wallet');
  return (
    <div className="card empty" role="alert">
      <h2>{online ? 'We couldn’t load your balances' : 'You’re offline'}</h2>
      <p>
        {online
          ? `Your money is safe. ${busy ? `${brand.name} is very busy and will show it soon.` : 'We just can’t show it right now.'}`
          : (old ??
            'No balances are saved on this device yet. They appear here when the connection is back.')}
      </p>
      {online && (
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function AssetSection(props: Props) {
  const { state, view, money, aged, masked, online, onRetry } = props;
  const { markets = false, waits = false } = props;
  const name = markets ? 'Markets' : 'Assets';
  const [search, setSearch] = useState('');
  const [withBalance, setWithBalance] = useState(false);
  const clear = (): void => {
    setSearch('');
    if (search.trim() === '') setWithBalance(false);
  };
  return (
    <section aria-label={name} inert={waits}>
      {state.status === 'failed' ? (
        <>
          <h2 className="vh">{name}</h2>
          <NotKnown online={online} busy={state.failure === 'busy'} onRetry={onRetry} />
        </>
      ) : (
        <div className={`card ${css.sheet}`}>
          <div className={css.tools}>
            <h2>{name}</h2>
            <SearchField label="Search assets" value={search} onChange={setSearch} />
            <Switch label="With Balance" checked={withBalance} onChange={setWithBalance} />
          </div>
          {state.asOf && !waits ? (
            <AssetList
              holdings={view.holdings}
              cash={view.cash}
              money={money}
              asOf={state.asOf}
              aged={aged}
              masked={masked}
              search={search}
              withBalance={withBalance}
              markets={markets}
              onClear={clear}
            />
          ) : (
            <AssetSkeleton />
          )}
        </div>
      )}
    </section>
  );
}

import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { marketOf } from '#core/money/region.ts';
import { clockText } from '#core/time/clock-text.ts';
import { NotKnown } from '#features/wallet/assets/asset-section.tsx';
import { AssetSkeleton } from '#features/wallet/assets/asset-skeleton.tsx';
import { useRefresh } from '#features/wallet/use-refresh.ts';
import { WalletNotices } from '#features/wallet/wallet-notices.tsx';
import { moneyOf, walletView } from '#features/wallet/wallet-view.ts';
import { wallet } from '#features/wallet/wallet-wiring.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { convertFromUsd, rates } from '#transport/money/forex-rates.ts';
import { session } from '#transport/session/session.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { useRecipients } from '#withdrawal/use-recipients.ts';
import css from './picker.module.css';
import { PickerList } from './picker-list.tsx';
import { PickerRecipients } from './picker-recipients.tsx';

/** WAL-07: which asset to send or to receive. It shows the wallet's own data, as fresh or stale. */
interface Props {
  readonly mode: 'send' | 'receive';
  readonly saved?: ReturnType<typeof useRecipients>;
}

function PickerPage({ mode, saved }: Props) {
  const connected = useOnline();
  const isMasked = useMasked();
  const state = useSnapshot(wallet.state);
  const known = useSnapshot(rates);
  const [search, setSearch] = useState('');
  useRefresh(wallet);
  const { asOf } = state;
  useShownAsOf(asOf);

  const market = marketOf(useSnapshot(session));
  const money = moneyOf(market, known, convertFromUsd);
  const aged = !connected || state.failure !== undefined || state.source === 'snapshot';
  const { holdings } = walletView(state, market, money);
  const recipients = saved && asOf && (
    <PickerRecipients
      list={saved.list}
      search={search}
      holdings={holdings}
      money={money}
      asOf={asOf}
    />
  );
  return (
    <div className={css.picker}>
      <WalletNotices
        state={state}
        money={money}
        online={connected}
        agedAt={aged && asOf ? clockText(asOf, new Date(serverNow())) : undefined}
        onRetry={wallet.load}
      />
      {state.status === 'failed' ? (
        <NotKnown online={connected} onRetry={wallet.load} />
      ) : (
        <>
          <SearchField label="Search asset" value={search} onChange={setSearch} />
          {asOf && saved?.place !== 'awaited' ? (
            <>
              {saved?.place === 'first' && recipients}
              <PickerList
                mode={mode}
                holdings={holdings}
                money={money}
                asOf={asOf}
                masked={isMasked}
                search={search}
                onClear={() => setSearch('')}
              />
              {saved?.place === 'after' && recipients}
            </>
          ) : (
            <AssetSkeleton />
          )}
        </>
      )}
    </div>
  );
}

export const PickToSendPage = () => <PickerPage mode="send" saved={useRecipients()} />;
export const PickToReceivePage = () => <PickerPage mode="receive" />;

import { useEffect, useEffectEvent } from 'react';
import { formatFiat } from '#core/money/format.ts';
import { clockText } from '#core/time/clock-text.ts';
import { keepTotal } from '#platform/kept/last-total.ts';
import { toggleMask } from '#platform/kept/preferences.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { openIntents } from '#transport/customer/intents.ts';
import { session } from '#transport/session/session.ts';
import { Later } from '#ui/feedback/later.tsx';
import type { Part } from '#ui/hooks/part.tsx';
import { useInstallOffer, useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { ActionTiles } from './action-tiles.tsx';
import { AsideSlot } from './aside-slot.tsx';
import { AssetSection } from './assets/asset-section.tsx';
import { loadStepsIfBare, useFirstSteps } from './use-first-steps.ts';
import { firstIdentityKnown, useIdentityStatus } from './use-identity-status.ts';
import { useRefresh } from './use-refresh.ts';
import { useWalletView } from './use-wallet-view.ts';
import { BalanceHero } from './value/balance-hero.tsx';
import css from './wallet.module.css';
import { WalletNotices } from './wallet-notices.tsx';
import { wallet } from './wallet-wiring.ts';

/** Loaded on demand: few customers are offered an installation, and each only once. */
const installBanner = async () => (await import('./install-offer.tsx')).InstallOffer;

/**
 * Starts loading ahead of the page; settles once there is something to show, even a snapshot: the balances,
 * how far the identity check is, and what a customer without money sees.
 */
export const firstKnown = (): Promise<unknown> =>
  Promise.all([wallet.firstKnown().then(loadStepsIfBare), firstIdentityKnown()]);

function WalletPage({ aside }: { readonly aside: Part }) {
  const connected = useOnline();
  const hidden = useMasked();
  const installOffer = useInstallOffer();
  const { state, known, market, money, view } = useWalletView();
  useRefresh(wallet);
  const identity = useIdentityStatus();
  const { asOf } = state;
  useShownAsOf(asOf);

  const Steps = useFirstSteps(view.bare);
  const waits = view.bare && Steps === undefined;
  const markets = view.bare && !waits;
  const aged = !connected || state.failure !== undefined || state.source === 'snapshot';
  const now = new Date(serverNow());
  const { total } = view;
  const current = !aged && !known.stale && total.kind === 'known' ? total.amount : undefined;
  const keep = useEffectEvent((at: Date, currency: string): void => {
    if (current === undefined) return;
    void keepTotal(session.user?.id, { text: formatFiat(current, currency), asOf: at });
  });
  const isCurrent = current !== undefined;
  // Once for each answer: prices may move each second.
  useEffect(() => {
    if (isCurrent && asOf) keep(asOf, money.currency);
  }, [isCurrent, money.currency, asOf]);
  const agedAt = aged && state.asOf ? clockText(state.asOf, now) : undefined;
  return (
    <>
      <h1 className="vh">Wallet</h1>
      <WalletNotices
        state={state}
        money={money}
        online={connected}
        agedAt={agedAt}
        open={openIntents().length > 0}
        underReview={identity === 'submitted'}
        onRetry={wallet.load}
      />
      <section className={css.hero} aria-label="Balance">
        <BalanceHero
          view={view}
          money={money}
          masked={hidden}
          onMask={toggleMask}
          agedAt={agedAt}
          ratesAt={
            market !== 'USD' && known.stale ? clockText(new Date(known.fetchedAt), now) : undefined
          }
        />
        <ActionTiles online={connected} />
      </section>
      <div className={css.columns}>
        <div className={css.aside}>
          <AsideSlot aside={aside} ready={state.status !== 'loading'} />
        </div>
        <div>
          {markets && Steps && <Steps />}
          <AssetSection
            // Another list, not the same one pushed down.
            key={markets ? 'markets' : 'assets'}
            markets={markets}
            waits={waits}
            state={state}
            view={view}
            money={money}
            aged={aged}
            masked={hidden}
            online={connected}
            onRetry={wallet.load}
          />
        </div>
      </div>
      {/* The offer loads late, so it is last and moves nothing. */}
      <div className={css.offer}>
        {connected && state.status === 'ready' && installOffer && (
          <Later load={installBanner} soon />
        )}
      </div>
    </>
  );
}

/** The page, with the content that is put beside it later. */
export const walletPage = (aside: Part) => () => <WalletPage aside={aside} />;

import { useEffect, useEffectEvent } from 'react';
import { formatFiat } from '#core/money/format.ts';
import { clockText } from '#core/time/clock-text.ts';
import { keepTotal } from '#platform/kept/last-total.ts';
import { toggleMask } from '#platform/kept/preferences.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { openIntents } from '#transport/customer/intents.ts';
import { session } from '#transport/session/session.ts';
import ground from '#ui/chart/dune/dune.module.css';
import { Hill } from '#ui/chart/dune/hill.tsx';
import { Later } from '#ui/feedback/later.tsx';
import type { Part } from '#ui/hooks/part.tsx';
import { useInstallOffer, useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { ActionTiles } from './action-tiles.tsx';
import { AssetSection } from './assets/asset-section.tsx';
import { PartSlot } from './part-slot.tsx';
import { RecentFrame } from './recent-frame.tsx';
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

interface Props {
  /** The line of the past, below the balance. */
  readonly dune: Part;
  /** What stands beside the assets on a desk. */
  readonly aside: Part;
}

function WalletPage({ dune, aside }: Props) {
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
      <div className={css.hero}>
        <section aria-label="Balance">
          <BalanceHero
            view={view}
            money={money}
            masked={hidden}
            onMask={toggleMask}
            agedAt={agedAt}
            ratesAt={
              market !== 'USD' && known.stale
                ? clockText(new Date(known.fetchedAt), now)
                : undefined
            }
          />
        </section>
        <ActionTiles online={connected} />
        <div className={css.past}>
          <PartSlot
            part={dune}
            frame={<Hill />}
            missing="What your money was worth over time could not be loaded."
            ready={state.status !== 'loading'}
          />
        </div>
      </div>
      <div className={ground.land}>
        <div className={css.columns}>
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
          <div>
            <PartSlot
              part={aside}
              frame={<RecentFrame />}
              missing="Your recent activity could not be loaded."
              ready={state.status !== 'loading'}
            />
          </div>
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

/** The page, with the parts that come after the balances. */
export const walletPage = (dune: Part, aside: Part) => () => (
  <WalletPage dune={dune} aside={aside} />
);

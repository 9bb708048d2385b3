import ground from '#ui/chart/dune/dune.module.css';
import { Hill } from '#ui/chart/dune/hill.tsx';
import { ActionTiles } from './action-tiles.tsx';
import { AssetSection } from './assets/asset-section.tsx';
import { RecentFrame } from './recent-frame.tsx';
import { BalanceHero, EarlierBalance } from './value/balance-hero.tsx';
import css from './wallet.module.css';
import { type Money, walletView } from './wallet-view.ts';

const nothingYet = {
  status: 'loading',
  entries: [],
  answered: [],
  asOf: undefined,
  source: undefined,
  failure: undefined,
} as const;

const noMoney: Money = {
  currency: 'USD',
  status: 'loading',
  fellBack: false,
  convert: () => undefined,
};

const nothing = (): void => undefined;

/** The wallet before anything is known. The build renders it, so it paints before the app runs. */
export const WalletStart = () => (
  <>
    <h1 className="vh">Wallet</h1>
    <div className={css.hero}>
      <section aria-label="Balance">
        <BalanceHero
          view={walletView(nothingYet, 'USD', noMoney)}
          money={noMoney}
          masked={false}
          onMask={nothing}
          agedAt={undefined}
          ratesAt={undefined}
        >
          <template data-last-total="">
            <EarlierBalance />
          </template>
        </BalanceHero>
      </section>
      <ActionTiles online />
      <div className={css.past}>
        <Hill />
      </div>
    </div>
    <div className={ground.land}>
      <div className={css.columns}>
        {/* Inert, as anything typed here before the app runs would be lost. */}
        <div inert>
          <AssetSection
            state={nothingYet}
            view={walletView(nothingYet, 'USD', noMoney)}
            money={noMoney}
            aged={false}
            masked={false}
            online
            onRetry={nothing}
          />
        </div>
        <RecentFrame />
      </div>
    </div>
  </>
);

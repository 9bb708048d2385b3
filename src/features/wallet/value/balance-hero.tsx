import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { isZero } from '#core/statement/portfolio.ts';
import { whenOf } from '#core/time/clock-text.ts';
import css from '#features/wallet/wallet.module.css';
import type { Money, WalletView } from '#features/wallet/wallet-view.ts';
import { Change } from '#ui/chart/change.tsx';
import { OneNumber } from '#ui/feedback/one-number.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Mask, Unless } from '#ui/marks/mask.tsx';
import { past } from './past.ts';

function TotalText({
  view,
  currency,
  masked,
}: {
  view: WalletView;
  currency: string;
  masked: boolean;
}) {
  const { total } = view;
  switch (total.kind) {
    case 'loading':
      return (
        <p className={`balance ${css.busy}`} aria-busy="true">
          <span className={`skel ${css.skeletonTotal}`} />
          <span className="vh">Loading your balance</span>
        </p>
      );
    case 'unknown':
      return <p className={`balance ${css.words}`}>Balance unavailable</p>;
    case 'no-rates':
      return <p className={`balance ${css.words}`}>Error loading rates</p>;
    case 'no-prices':
      return (
        <>
          <p className={`balance ${css.words}`}>Value unavailable</p>
          <p className={css.note}>
            Market prices are unavailable. Each asset shows how much you hold.
          </p>
        </>
      );
    case 'known':
      return masked ? (
        <p className="balance num" translate="no">
          <Mask of="Balance" />
        </p>
      ) : (
        <OneNumber
          className={css.total}
          testId="total"
          text={formatFiat(total.amount, currency)}
          explained={{
            name: 'Total Account Balance',
            of: async () => (await import('./explain-total.ts')).explainTotal(view, currency),
          }}
        />
      );
  }
}

interface BesidesProps {
  readonly view: WalletView;
  readonly currency: string;
  readonly masked: boolean;
}

/**
 * The customer's money that is not in the total, and the part of the total that is not in the list.
 */
function Besides({ view, currency, masked }: BesidesProps) {
  const { onHold, pending, notOffered } = view;
  return (
    <>
      {(onHold ?? pending) !== undefined && (
        <p className={`${css.note} num`} translate="no">
          <Unless
            masked={masked}
            text={`Not included: ${[
              ...(onHold ? [`${formatFiat(onHold, currency)} on hold`] : []),
              ...(pending ? [`${formatFiat(pending, currency)} pending`] : []),
            ].join(' · ')}`}
          />
        </p>
      )}
      {notOffered.map((holding) => (
        <p key={holding.code} className={css.note}>
          <Unless
            masked={masked}
            text={`Includes ${formatCrypto(holding.available, holding.code)}, which is not offered in your market.`}
          />
        </p>
      ))}
    </>
  );
}

interface LabelProps {
  /** When the balance is from, with its preposition, if it is not current. */
  readonly at: ReactNode;
  readonly masked: boolean;
  readonly onMask: () => void;
}

const Label = ({ at, masked, onMask }: LabelProps) => (
  <p className={css.label}>
    <span>Total Account Balance</span>
    {at && (
      <>
        {' '}
        <span className={css.at}>{at}</span>
      </>
    )}
    <button
      className="iconbtn"
      type="button"
      aria-pressed={masked}
      aria-label="Hide balances"
      onClick={onMask}
    >
      <Icon name={masked ? 'eyeoff' : 'eye'} size="s" />
    </button>
  </p>
);

const PricesFrom = ({ at }: { at: ReactNode }) => (
  <p className={css.note}>
    <span className="stale">Prices are from {at} and may have moved</span>
  </p>
);

/** Opens what everything was worth; its line always stands there, so nothing below moves when the balance appears. */
function Past() {
  const { isOpen, words } = useSnapshot(past);
  return (
    <button
      className={`textbtn ${css.opener}`}
      type="button"
      aria-expanded={isOpen}
      onClick={() => {
        past.isOpen = !isOpen;
      }}
    >
      {/* Other words are another element: they stand there, and do not move. */}
      <span key={words}>{words}</span>
      <span className="vh">, value over time</span>
    </button>
  );
}

/** The last known balance, for `early-total.ts` to fill in before the app runs. */
export const EarlierBalance = () => (
  <>
    <Label at={<span data-time="when" />} masked={false} onMask={() => undefined} />
    <p className={`balance num ${css.total}`} translate="no" data-testid="total" />
    <div className={css.under}>
      <PricesFrom at={<span data-time />} />
      <Past />
    </div>
  </>
);

interface Props extends Omit<LabelProps, 'at'> {
  readonly view: WalletView;
  readonly money: Money;
  /** The time the balances are from, if they are not current. */
  readonly agedAt: string | undefined;
  /** The time of the exchange rates, if they are older than an hour. */
  readonly ratesAt: string | undefined;
  /** Content that is hidden until the balance needs it. */
  readonly children?: ReactNode;
}

export function BalanceHero({ children, view, money, agedAt, ratesAt, masked, onMask }: Props) {
  const { total, move } = view;
  const known = total.kind === 'known' && !masked;
  return (
    <div className={css.balance}>
      <Label
        at={total.kind !== 'unknown' && agedAt && whenOf(agedAt)}
        masked={masked}
        onMask={onMask}
      />
      <TotalText view={view} currency={money.currency} masked={masked} />
      <div className={css.under}>
        {known && move && !agedAt && (
          <p className={`${css.note} num`} translate="no">
            <span className="subtle">Prices of your assets</span> <Change percent={move} />{' '}
            <span className="subtle">in 24 h</span>
          </p>
        )}
        {known && isZero(total.amount) && !agedAt && (
          <p className={css.note}>Deposit crypto or buy it with a card to begin.</p>
        )}
        {agedAt && total.kind !== 'unknown' && total.kind !== 'no-prices' && (
          <PricesFrom at={agedAt} />
        )}
        <Past />
      </div>
      {ratesAt && (
        <p className={css.note}>
          <span className="stale">Exchange rates are from {ratesAt}</span>
        </p>
      )}
      {total.kind === 'known' && <Besides view={view} currency={money.currency} masked={masked} />}
      {children}
    </div>
  );
}

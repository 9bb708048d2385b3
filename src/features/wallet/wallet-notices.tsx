import { brand } from '#core/brand.ts';
import { thresholdText } from '#core/money/purchase-approval.ts';
import { REVIEW_TIME } from '#core/people/verification-texts.ts';
import { Later } from '#ui/feedback/later.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import css from './wallet.module.css';
import type { WalletState } from './wallet-state.ts';
import type { Money } from './wallet-view.ts';

/** Loaded on demand: hardly ever is there one. */
const openNotice = async () => (await import('./open-notice.tsx')).OpenNotice;

interface Props {
  readonly state: Pick<WalletState, 'status' | 'failure'>;
  readonly money: Money;
  readonly online: boolean;
  readonly agedAt: string | undefined;
  /** There is a money write whose outcome is unknown (BEY-02). */
  readonly open?: boolean;
  /** The customer's identity check is under review. */
  readonly underReview?: boolean;
  readonly onRetry: () => void;
}

/** Notices above the wallet: what failed, while the rest is still shown. */
export function WalletNotices({
  state,
  money,
  online,
  agedAt,
  open = false,
  underReview = false,
  onRetry,
}: Props) {
  return (
    <div className={css.notices}>
      {open && <Later load={openNotice} soon />}
      {underReview && (
        <div className="banner banner--offline" role="status">
          <Icon name="info" />
          <p className="grow">
            <b>Your identity check is under review</b>
            {REVIEW_TIME} We tell you when it is done. Meanwhile you can deposit, and buy up to{' '}
            {thresholdText(money.currency)} at a time.
          </p>
        </div>
      )}
      {money.status === 'failed' && (
        <div className="banner banner--error" role="alert">
          <Icon name="alert" />
          <p className="grow">Failed to load exchange rates. Please try again later.</p>
          <button className="textbtn" type="button" onClick={() => location.reload()}>
            Retry
          </button>
        </div>
      )}
      {money.fellBack && (
        <div className="banner banner--warn" role="status">
          <Icon name="info" />
          <p className="grow">Error initializing currency system. Amounts are shown in USD.</p>
        </div>
      )}
      {online && state.status === 'ready' && state.failure && state.failure !== 'session-over' && (
        <div className="banner banner--error" role="status">
          <Icon name="alert" />
          <p className="grow">
            {state.failure === 'busy'
              ? `${brand.name} is very busy and will refresh your balances soon.`
              : 'We couldn’t refresh your balances.'}{' '}
            Your money is safe.
            {agedAt ? ` These are from ${agedAt}.` : ''}
          </p>
          <button className="textbtn" type="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

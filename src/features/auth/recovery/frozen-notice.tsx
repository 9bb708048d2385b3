import type { FreezeAnswer } from '#core/contract/account/security.ts';
import { shownAccount } from '#core/money/account-number.ts';
import { isCashCode } from '#core/money/cash.ts';
import { formatKept } from '#core/money/kept-text.ts';
import { OPEN_AFTER_RESET } from '#core/people/after-reset.ts';
import { AddressText } from '#ui/marks/address-text.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { WaysLeftText } from './ways-left.tsx';

type Withdrawals = FreezeAnswer['stopped'];

const List = ({ title, withdrawals }: { title: string; withdrawals: Withdrawals }) =>
  withdrawals.length > 0 && (
    <div>
      <p>{title}</p>
      <ul className="small">
        {withdrawals.map(({ amount, currency, address }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be alike, and none ever moves
          <li key={at} style={{ overflowWrap: 'anywhere' }}>
            {formatKept(amount, currency)} to{' '}
            {isCashCode(currency) ? shownAccount(address) : <AddressText address={address} />}
          </li>
        ))}
      </ul>
    </div>
  );

/** What a freeze from within the app did, and what happens next (HARD-46). */
export const FrozenNotice = ({ frozen }: { readonly frozen: FreezeAnswer }) => (
  <div className="banner banner--warn" role="status">
    <Icon name="info" />
    <div className="grow stack">
      <p>
        <b>Your account is frozen.</b> Every device is signed out, and nothing moves until you are
        back.
      </p>
      <List
        title="These withdrawals were cancelled, and the money is back in your wallet:"
        withdrawals={frozen.stopped}
      />
      <List
        title="These were on their way already, and cannot be recalled:"
        withdrawals={frozen.gone}
      />
      {frozen.factor === 'removed' && (
        <p>The second factor that another device turned on was removed.</p>
      )}
      {frozen.ways && <WaysLeftText ways={frozen.ways} factorTold />}
      <p>Choose a new password now. {OPEN_AFTER_RESET}</p>
    </div>
  </div>
);

import type { WithdrawalHold } from '#core/contract/account/security.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { BECAUSE_OF_RESET, BECAUSE_REPORTED } from '#core/words/way-out.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';

/** BEY-14: the warning before a change that holds withdrawals. */
export const HoldWarning = ({ change }: { readonly change: string }) => (
  <p className="banner banner--warn">
    <PageIcon name="info" />
    <span>
      {change}, withdrawals are held for 24 hours, including any not yet being sent. Everything else
      works as usual.
    </span>
  </p>
);

/** The text for a customer without pending withdrawals (D58): the change has no disadvantage. */
export const NoHold = () => (
  <p className="banner">
    <PageIcon name="check" />
    <span>
      You can withdraw as before: no withdrawal of yours is on its way, so turning it on holds
      nothing.
    </span>
  </p>
);

const reasons: Readonly<Record<WithdrawalHold['reason'], string>> = {
  'password-reset': BECAUSE_OF_RESET,
  'two-factor': 'because two-factor authentication was changed',
  email: 'because your email address was changed',
  recovery: 'because your second factor was removed without its code',
  reported: BECAUSE_REPORTED,
  asked: 'because you slowed every way out',
  identity: 'because your identity was checked in place of another factor',
};

interface Props {
  readonly hold: WithdrawalHold;
  readonly timeZone: string;
  readonly now: number;
}

/** BEY-14: the notice while withdrawals are held. */
export const HoldNotice = ({ hold, timeZone, now }: Props) => (
  <p className="banner banner--warn" role="status">
    <PageIcon name="lock" />
    <span>
      Withdrawals are held {reasons[hold.reason]}.{' '}
      {hold.until === null
        ? 'Reset your password to a new one to open them again.'
        : `They open again on ${formatInstant(Date.parse(hold.until), timeZone, now)}.`}
    </span>
  </p>
);

import { useSnapshot } from 'valtio/react';
import type { WithdrawalHold } from '#core/contract/security.ts';
import { serverNow } from '#platform/clock.ts';
import { session } from '#transport/session.ts';
import { PageIcon } from '#ui/page-icon.tsx';
import { heldText, holdText } from './hold-texts.ts';

interface Props {
  readonly hold: WithdrawalHold | null;
  /** Of the short form, at the button. */
  readonly id?: string;
}

/** BEY-14: said before anything is typed, and in short at the button it keeps from being pressed. */
export function Hold({ hold, id }: Props) {
  const { timeZone } = useSnapshot(session);
  if (!hold) return null;
  return id === undefined ? (
    <div className="banner banner--warn" role="status">
      <PageIcon name="lock" />
      <p className="grow">{holdText(hold, timeZone, serverNow())}</p>
    </div>
  ) : (
    <p className="reason" id={id}>
      <PageIcon name="lock" size="s" />
      {heldText(hold, timeZone, serverNow())}
    </p>
  );
}

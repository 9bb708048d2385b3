import { useSnapshot } from 'valtio/react';
import type { WithdrawalHold } from '#core/contract/account/security.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { heldText, holdText } from './hold-texts.ts';

interface Props {
  readonly hold: WithdrawalHold | null;
  /** The id of the short form, which describes the disabled button. */
  readonly id?: string;
}

/** BEY-14: a hold is announced above the form, and in short beside the button that it disables. */
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

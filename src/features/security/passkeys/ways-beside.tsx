import { useSnapshot } from 'valtio/react';
import type { WaysBeside } from '#core/contract/account/ways-in.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';

interface Props {
  readonly ways: WaysBeside;
  readonly onRemove: (passkeyId: string) => void;
  readonly onFreeze: () => void;
}

const NEW = 'New since you last signed in on a device known before, or in the last seven days.';

/**
 * What signs in beside a password that was just changed, the newest first, and how to be rid of it (HARD-64). A
 * factor that somebody else turned on cannot be turned off without its code: a freeze removes it.
 */
export function WaysBesideList({ ways, onRemove, onFreeze }: Props) {
  const { timeZone } = useSnapshot(session);
  const at = (instant: string): string => formatInstant(Date.parse(instant), timeZone, serverNow());
  const { twoFactor } = ways;
  const passkeys = ways.passkeys.toReversed();
  if (passkeys.length === 0 && !twoFactor) {
    return <p>Only your new password signs you in: there is no passkey.</p>;
  }
  return (
    <section className="stack" aria-labelledby="ways">
      <h3 id="ways">These ways in stay</h3>
      <p className="muted">Is each of them yours? What is not lets somebody else in.</p>
      <ul className="stack">
        {passkeys.map(({ id, name, addedAt, isNew }) => (
          <li key={id} className="stack stack--tight">
            <b style={{ overflowWrap: 'anywhere' }}>Passkey “{name}”</b>
            <span className="small muted">
              Added {at(addedAt)}. {isNew && NEW}
            </span>
            <Button wide onClick={() => onRemove(id)}>
              Remove “{name}”
            </Button>
          </li>
        ))}
        {twoFactor && (
          <li className="stack stack--tight">
            <b>Two-factor authentication</b>
            <span className="small muted">
              {twoFactor.since === null ? 'On.' : `On since ${at(twoFactor.since)}.`}{' '}
              {twoFactor.isNew && NEW}
            </span>
            {twoFactor.isNew && (
              <>
                <span className="small">
                  If it is not yours, freeze your account: that removes it, and you come back with a
                  code that we email you.
                </span>
                <Button wide onClick={onFreeze}>
                  Not mine: freeze my account
                </Button>
              </>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

import type { Passkey } from '#core/contract/account/passkeys.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { CONFIRM_FIRST } from '#core/words/security.ts';
import type { OpenDialog } from '#features/security/security-dialogs.tsx';
import { Row } from '#features/security/security-rows.tsx';
import { hasPasskeys } from '#platform/device/authenticator.ts';
import { serverNow } from '#platform/time/server-clock.ts';

interface Props {
  readonly passkeys: readonly Passkey[];
  /** None can be added now (READ-14). */
  readonly isShut: boolean;
  readonly timeZone: string;
  readonly show: (shown: OpenDialog) => void;
}

/** LIVE-03: the account's passkeys, which sign in without password and code. */
export const PasskeyRows = ({ passkeys, isShut, timeZone, show }: Props) => {
  const at = (instant: string): string => formatInstant(Date.parse(instant), timeZone, serverNow());
  return (
    <section className="group" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <ul className="card rows">
        {passkeys.map(({ id, name, addedAt, usedAt }) => (
          <Row
            key={id}
            icon="identity"
            title={name}
            text={usedAt ? `Last used ${at(usedAt)}` : `Added ${at(addedAt)}`}
            onOpen={() => show({ kind: 'passkey', id })}
          />
        ))}
        <Row
          icon="shield"
          title="Add a passkey"
          text={isShut ? CONFIRM_FIRST : 'Sign in with your face, fingerprint or PIN'}
          obstacle={hasPasskeys() ? undefined : 'This browser cannot use passkeys'}
          onOpen={() => show({ kind: 'add-passkey' })}
        />
      </ul>
    </section>
  );
};

import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatFiat } from '#core/money/format.ts';
import { formatDay } from '#core/time/date-text.ts';
import { atField, type Proof, ProofForm } from '#features/security/proof-form.tsx';
import {
  loadReturns,
  type Remainder,
  type Returns,
  removeAccount,
  type Step,
} from '#features/security/security-calls.ts';
import { session } from '#transport/session/session.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { RemainderChoice } from './remainder-choice.tsx';

interface Props {
  readonly twoFactor: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const NOTHING: Remainder = [];

/** HARD-51: what may still come for the account, and what happens with it then. */
function MayReturn({ returns }: { readonly returns: NonNullable<Returns> }) {
  const { timeZone } = useSnapshot(session);
  return (
    <div className="banner banner--warn">
      <Icon name="info" />
      <div className="grow">
        <p>
          A bank can still return what you paid out. If it does after the account is closed, we keep
          it for you, write to your email address, and pay it to a bank account in your own name.
        </p>
        <ul aria-label="Payouts that can come back">
          {returns.map(({ amount, currency_id, until }) => (
            <li key={`${amount} ${until}`}>
              {formatFiat(amount, currency_id)}, until {formatDay(Date.parse(until), timeZone)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** SEC-05. */
export function DeleteAccountDialog({ twoFactor, onClose, onDone }: Props) {
  const [sure, setSure] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [left, setLeft] = useState(NOTHING);
  // The customer agrees to this very list. If the account holds something else later, they agree again.
  const [givenUp, setGivenUp] = useState(NOTHING);
  const [returns, setReturns] = useState<Returns>();
  useEffect(() => void loadReturns().then(setReturns), []);

  const remove = async (proof: Proof): Promise<Step<unknown> | undefined> => {
    const step = await removeAccount(givenUp, proof);
    if (step.ok) {
      onDone();
      return undefined;
    }
    if (step.left) {
      setLeft(step.left);
      setGivenUp(NOTHING);
    }
    // Errors in typed fields are shown at the field.
    if (atField(step.refused)) {
      setFailure(undefined);
      return step;
    }
    setFailure(step.text);
    toast.error(step.text);
    return undefined;
  };

  const boxes = left.length > 0 ? 'Tick both boxes first.' : 'Tick the box first.';
  const ticked = sure && (left.length === 0 || givenUp === left);
  return (
    <Dialog title="Delete account" onClose={onClose}>
      <p>
        Your personal details are removed and you are signed out everywhere. Records that the law
        requires us to keep are sealed away, and erased when their time is over.
      </p>
      {left.length === 0 && (
        <p>You cannot delete an account that still holds funds or has a payment under way.</p>
      )}
      {returns && returns.length > 0 && <MayReturn returns={returns} />}
      {failure && (
        <p className="banner banner--error" role="alert">
          <Icon name="alert" />
          <span>{failure}</span>
        </p>
      )}
      {left.length > 0 && (
        <RemainderChoice
          left={left}
          agreed={givenUp === left}
          onAgree={(agreed) => setGivenUp(agreed ? left : NOTHING)}
        />
      )}
      <ProofForm
        code={twoFactor ? 'Verification code' : undefined}
        recovery
        action="Delete account"
        busyAction="Deleting"
        danger
        blocked={ticked ? undefined : boxes}
        onProof={remove}
      >
        <label className="check">
          <input
            type="checkbox"
            checked={sure}
            onChange={(event) => setSure(event.target.checked)}
          />
          I understand that this cannot be undone.
        </label>
      </ProofForm>
    </Dialog>
  );
}

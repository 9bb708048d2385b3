import { useEffect, useRef, useState } from 'react';
import { sendTransferCode } from '#core/contract/money/transfer.ts';
import { cleanCode } from '#core/people/code-text.ts';
import { askAgainText, timeText } from '#core/time/wait-text.ts';
import { CODE_OFFLINE, ONE_BEFORE_ENDS } from '#core/words/codes.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { passkeyInstead } from '#transport/session/passkey-proof.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { OfferedButton } from '#ui/actions/offered-button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useSecondsUntil } from '#ui/hooks/use-seconds-until.ts';
import { ReviewPassword } from './review-parts.tsx';
import type { Sending, SendingState } from './sending.ts';

const NOT_SENT = 'The code could not be sent. Please try again.';

type Machine = Pick<
  Sending,
  'asksPassword' | 'typePassword' | 'typeTransferCode' | 'transfer' | 'check' | 'confirmSigned'
>;

interface Mailed {
  /** When the code was mailed, in milliseconds by the device's clock. */
  readonly at: number;
  /** It replaced an earlier code. */
  readonly again: boolean;
}

function mailedText({ at, again }: Mailed): string {
  const before = again ? ` ${ONE_BEFORE_ENDS}` : '';
  return `Mailed to ${session.user?.email ?? 'you'} at ${timeText(at)}, with amount and recipient. It is good for 10 minutes and for nothing else.${before}`;
}

/**
 * Asks the server to mail a code for the reviewed transfer, and counts down until another may be requested.
 */
function useMailedCode(machine: Machine) {
  const [mailed, setMailed] = useState<Mailed>();
  /** When another code may be asked for, by the server's clock. */
  const [again, setAgain] = useState(0);
  const wait = useSecondsUntil(again);
  const startWait = (seconds: number): void => setAgain(serverNow() + seconds * 1_000);
  const { button, submit } = useSubmit({
    offline: CODE_OFFLINE,
    blocked: wait > 0 ? askAgainText(wait, Date.now()) : undefined,
    run: async (fail) => {
      const transfer = machine.transfer();
      if (!transfer) return;
      const outcome = await call(sendTransferCode, { transfer });
      if (outcome.ok) {
        startWait(outcome.value.data.again);
        setMailed({ at: Date.now(), again: mailed !== undefined });
        return;
      }
      const { failure } = outcome;
      const refusal = failure.kind === 'refused' ? failure.refusal : undefined;
      if (refusal?.retryAfter === undefined) return fail(failureText(failure, NOT_SENT));
      startWait(refusal.retryAfter);
      // A code was mailed already, but its answer was lost or the review was left in between.
      if (refusal.codeCounts) setMailed(mailed ?? { at: Date.now(), again: false });
    },
  });
  return { mailed, button, submit };
}

interface Props {
  readonly machine: Machine;
  readonly state: Pick<
    SendingState<unknown>,
    'phase' | 'error' | 'password' | 'passwordError' | 'transferCode' | 'transferCodeError'
  >;
}

/**
 * Asks for a mailed code, or offers a passkey that signs the transfer: both are bound to the amount and the
 * recipient, so they stand right below these (KEEP-15).
 */
export function TransferCode({ machine, state }: Props) {
  const { transferCode, transferCodeError } = state;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (transferCodeError !== undefined) input.current?.focus();
  }, [transferCodeError]);
  const { mailed, button, submit } = useMailedCode(machine);
  const offerPasskey = async () => {
    const transfer = machine.transfer();
    const ask = await passkeyInstead(
      'transfer',
      (shown) => {
        machine.confirmSigned(shown);
        return undefined;
      },
      { ...(transfer && { transfer }) },
    );
    return ask && (async () => (machine.check(true) ? ask() : undefined));
  };
  return (
    <section className="stack" aria-label="Confirm this transfer">
      <p className="cap">
        Under the rules of the European Union, a transfer like this takes two factors. The second
        counts for this amount and this recipient only.
      </p>
      {machine.asksPassword() && (
        <ReviewPassword
          state={state}
          help="The first of the two factors."
          onType={machine.typePassword}
        />
      )}
      <TextField
        label="Code for this transfer"
        name="transfer-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        help={mailed ? mailedText(mailed) : 'We mail it to you, with amount and recipient in it.'}
        helpStays
        value={transferCode}
        error={transferCodeError}
        inputRef={input}
        onChange={(typed) => machine.typeTransferCode(cleanCode(typed))}
      />
      <div className="stack stack--tight">
        <Button wide {...button} type="button" onClick={submit}>
          {mailed ? 'Mail another code' : 'Mail me the code'}
        </Button>
        <OfferedButton prepare={offerPasskey}>Confirm with a passkey</OfferedButton>
      </div>
    </section>
  );
}

import { useState } from 'react';
import { Link } from 'wouter';
import { assetLink } from '#core/carried/asset-link.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { Button } from '#ui/actions/button.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { AddressText } from '#ui/marks/address-text.tsx';
import css from './withdraw.module.css';
import type { WithdrawMachine } from './withdraw-machine.ts';
import type { Asking, Review } from './withdraw-state.ts';

interface Props {
  readonly machine: WithdrawMachine;
  readonly review: Review;
  readonly control: NonNullable<Asking['control']>;
}

const OFFLINE = NEEDS_CONNECTION;
const TITLE = 'Show that this wallet is yours';

const Why = ({ address }: { address: string }) => (
  <>
    <p className="small muted">
      From EUR 1,000 on the law has us ask for it, once for each wallet of your own.
    </p>
    <AddressText address={address} />
  </>
);

/** The alternative to a signature: a deposit from the wallet proves control once it arrives. */
function ByDeposit({ machine, review }: Omit<Props, 'control'>) {
  const { button, submit } = useSubmit({
    offline: OFFLINE,
    run: async (fail) => {
      const failed = await machine.lookAgain();
      if (failed !== undefined) fail(failed);
    },
  });
  const { code } = machine.state.asset;
  return (
    <div className="stack">
      <p>
        Send any small amount from this wallet to <b>your own address</b> at Kopa on the{' '}
        {review.network} network. Once it has arrived, go on here.
      </p>
      <Link className="textbtn" {...assetLink('/receive', code)}>
        Show my address
      </Link>
      <Button wide {...button} type="button" onClick={submit}>
        The deposit has arrived
      </Button>
    </div>
  );
}

/** KEEP-07: the customer proves control of an own wallet once, by a signature or a small deposit. */
export function ControlDialog({ machine, review, control }: Props) {
  const [signature, setSignature] = useState('');
  const [error, setError] = useState<string>();
  const { message } = control;
  if (message === null) {
    return (
      <Dialog title={TITLE} sheet onClose={machine.stopAsking}>
        <Why address={review.address} />
        <ByDeposit machine={machine} review={review} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={TITLE}
      sheet
      onClose={machine.stopAsking}
      action="Go on"
      offline={OFFLINE}
      check={() => {
        setError(signature.trim() === '' ? 'Paste the signature that your wallet made' : undefined);
        return signature.trim() !== '';
      }}
      run={async () => setError(await machine.prove(signature))}
      below={
        <details>
          <summary>Your wallet can’t sign messages?</summary>
          <ByDeposit machine={machine} review={review} />
        </details>
      }
    >
      <Why address={review.address} />
      <p>Sign exactly this text with your wallet, and paste the signature.</p>
      <pre className={css.message}>{message}</pre>
      <CopyButton text={message} what="Text">
        Copy the text
      </CopyButton>
      <TextField
        label="Signature"
        value={signature}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={error}
        onChange={(text) => {
          setSignature(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}

import { Link } from 'wouter';
import { reportTopic } from '#core/carried/report-topic.ts';
import { ProofForm } from '#features/security/proof-form.tsx';
import { saveOwnData } from '#features/security/security-calls.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';

interface Props {
  readonly twoFactor: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** KEEP-04: downloads everything stored about the customer. */
export const OwnDataDialog = ({ twoFactor, onClose, onDone }: Props) => (
  <Dialog title="Download my data" onClose={onClose}>
    <p>
      You get one file with everything we store about you: your details, your devices, your address
      book, every transaction. It is JSON for computers and CSV for spreadsheets.
    </p>
    <p>
      Passwords and other secrets are left out; the file says what and why. Keep it where nobody
      else finds it. We email you that it was downloaded.
    </p>
    <ProofForm
      code={twoFactor ? 'Verification code' : undefined}
      recovery
      action="Download my data"
      busyAction="Gathering your data"
      onProof={async (proof) => {
        const step = await saveOwnData(proof);
        if (step.ok) onDone();
        return step;
      }}
    />
    <p className="reason">
      <span>
        To have something corrected or its use restricted, or to object to it,{' '}
        <Link href="/requests/new" state={reportTopic.give({ kind: 'correct' })}>
          send a request
        </Link>
        .
      </span>
    </p>
  </Dialog>
);

import { formatInstant } from '#core/time/date-text.ts';
import { RECOVERY_CODE_USED } from '#core/words/security.ts';
import { codesLeft } from '#features/security/recovery-texts.ts';
import { Button } from '#ui/actions/button.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';

interface Props {
  /** Unix ms. */
  readonly usedAt: number;
  readonly left: number;
  readonly timeZone: string;
  readonly now: number;
  readonly onMove: () => void;
  readonly onRenew: () => void;
}

/** HARD-47: what to do after a recovery code was used, until there are new ones. */
export const RecoveryCodeSteps = ({ usedAt, left, timeZone, now, onMove, onRenew }: Props) => (
  <section className="banner banner--warn" aria-label={RECOVERY_CODE_USED}>
    <PageIcon name="info" />
    <div className="grow stack">
      <p>
        <b>A recovery code was used on {formatInstant(usedAt, timeZone, now)}.</b> {codesLeft(left)}
      </p>
      <p>If you have lost your phone or your authenticator app:</p>
      <ol>
        <li>Sign the lost device out, below.</li>
        <li>
          Move two-factor authentication to the phone you have now. You get new recovery codes.
        </li>
      </ol>
      <p>If you still have it, making new recovery codes is enough.</p>
      <div className="line">
        <Button variant="primary" onClick={onMove}>
          Move to another app
        </Button>
        <Button variant="secondary" onClick={onRenew}>
          Make new codes
        </Button>
      </div>
    </div>
  </section>
);

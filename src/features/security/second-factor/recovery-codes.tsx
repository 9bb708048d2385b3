import { useEffect, useRef, useState } from 'react';
import { brand } from '#core/brand.ts';
import css from '#features/security/security.module.css';
import { SuccessDialog } from '#features/security/success-dialog.tsx';
import { saveFile } from '#files/save-file.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { Icon } from '#ui/marks/icon.tsx';

interface CodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

function Codes({ codes, onKept }: CodesProps) {
  const text = codes.join('\n');
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scrolls to the top: the dialog focuses its first button, which may be far below.
    place.current?.focus({ preventScroll: true });
    place.current?.closest('dialog')?.scrollTo(0, 0);
  }, []);
  return (
    <section className={`stack ${css.read}`} aria-label="Recovery codes" ref={place} tabIndex={-1}>
      <p>
        Keep these recovery codes where only you can find them. If you do not have your
        authenticator app, use one instead of its code. Each works once.{' '}
        <b>They will not be shown again.</b>
      </p>
      <ol className={`${css.codes} mono`} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.actions}>
        <CopyButton text={text} what="Codes" onCopied={onKept}>
          Copy codes
        </CopyButton>
        <button
          className="btn btn--secondary btn--sm"
          type="button"
          onClick={() => {
            saveFile(
              `${brand.name.toLowerCase()}-recovery-codes.txt`,
              `${brand.name} recovery codes, each works once\n\n${text}\n`,
              'TXT',
            );
            onKept();
          }}
        >
          <Icon name="down" size="s" />
          Download
        </button>
      </div>
    </section>
  );
}

interface Props {
  /** The action that created the codes. */
  readonly text: string;
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/**
 * BEY-10: shows new recovery codes once. The dialog closes only after the customer confirms that they are
 * saved (EASE-05).
 */
export function RecoveryCodes({ text, codes, onDone }: Props) {
  const [taken, setTaken] = useState(false);
  const [ticked, setTicked] = useState(false);
  return (
    <SuccessDialog
      text={text}
      keep="Save your recovery codes"
      blocked={taken || ticked ? undefined : 'First copy or download the codes, or tick the box.'}
      onDone={onDone}
    >
      <Codes codes={codes} onKept={() => setTaken(true)} />
      <label className="check">
        <input
          type="checkbox"
          checked={ticked}
          onChange={(event) => setTicked(event.target.checked)}
        />
        I have written them down.
      </label>
    </SuccessDialog>
  );
}

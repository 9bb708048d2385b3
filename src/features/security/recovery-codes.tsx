import { useEffect, useRef } from 'react';
import { brand } from '#core/brand.ts';
import { saveFile } from '#platform/save-file.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './security.module.css';

/** BEY-10: shown once, right after they were made. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n');
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scrolls to the beginning: the dialog focuses its first button, which may be far below.
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
      <ol className={`${css.codes} mono`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.actions}>
        <CopyButton text={text} what="Codes">
          Copy codes
        </CopyButton>
        <button
          className="btn btn--secondary btn--sm"
          type="button"
          onClick={() =>
            saveFile(
              `${brand.name.toLowerCase()}-recovery-codes.txt`,
              `${brand.name} recovery codes, each works once\n\n${text}\n`,
              'TXT',
            )
          }
        >
          <Icon name="down" size="s" />
          Download
        </button>
      </div>
    </section>
  );
}

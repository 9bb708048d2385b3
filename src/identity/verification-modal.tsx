import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { VERIFIED } from '#core/words/identity.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { Button } from '#ui/actions/button.tsx';
import { focusPage } from '#ui/hooks/focus-page.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { useIsLong } from '#ui/hooks/use-is-long.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { mountWidget } from './identity-widget.ts';
import type { Verification } from './verification.ts';
import css from './verification-modal.module.css';

interface Props {
  readonly verification: Verification;
  readonly onClose: () => void;
}

function useWidget(verification: Verification, container: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let gone = false;
    let remove: (() => void) | undefined;
    const { token } = verification.state;
    const { renew, message } = verification;
    const { email, phone } = verification.contact();
    mountWidget(element, { token, email, phone, renew, onMessage: message }).then(
      (taken) => {
        remove = taken;
        if (gone) taken();
      },
      () => gone || verification.failed(),
    );
    return () => {
      gone = true;
      remove?.();
    };
  }, [verification, container]);
}

/** What a wait of more than five seconds says. */
const SLOW = 'This takes longer than usual. You can wait, or close it and come back later.';

/** Shown when the provider's page sent no message. The page stays below, because it may still load. */
const Silent = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className={css.silent} role="alert">
    <h3>The identity check does not open</h3>
    <p>
      Failed to initialize verification. Please try again. An ad blocker or a slow connection may be
      in the way. Nothing you have sent is lost.
    </p>
    <Button variant="secondary" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/** KYC-02: the widget's container is 800 px high. */
function Widget({ verification }: { readonly verification: Verification }) {
  const container = useRef<HTMLDivElement>(null);
  const { ready, silent } = useSnapshot(verification.state);
  const isLong = useIsLong(!ready && !silent);
  useWidget(verification, container);
  return (
    <div className={css.place} aria-busy={!ready && !silent}>
      {/* Behind the provider's page, which covers it once it shows anything. */}
      {!ready && !silent && (
        <p className={css.waiting} role="status">
          <span className="spin" aria-hidden="true" />{' '}
          {isLong ? SLOW : 'Opening the identity check…'}
        </p>
      )}
      {silent && <Silent onRetry={() => void verification.retry()} />}
      <div className={css.widget} ref={container} />
    </div>
  );
}

/** KYC-03: the result screen of an approval. */
const Approved = ({ onDone }: { readonly onDone: () => void }) => (
  <div className={css.result} role="status">
    <span className={css.ok}>
      <Icon name="check" />
    </span>
    <h3>KYC Approved!</h3>
    <p className="muted">{VERIFIED}</p>
    <Button variant="primary" onClick={onDone}>
      Done
    </Button>
  </div>
);

/** KYC-02: over the whole screen, with the identity provider's widget in it, while a check is open. */
export function VerificationModal(props: Props) {
  const { phase } = useSnapshot(props.verification.state);
  useFlow('verification', phase === 'open');
  return phase === 'open' || phase === 'approved' ? <Modal {...props} /> : null;
}

function Modal({ verification, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { phase, attempt } = useSnapshot(verification.state);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // The element that opened the check, and would get the focus back, may be gone.
      afterFrame(focusPage);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={css.modal}
      aria-labelledby="verification-modal"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css.head}>
        <h2 id="verification-modal">Account Verification</h2>
        <button className="iconbtn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      {phase === 'approved' ? (
        <Approved onDone={onClose} />
      ) : (
        <Widget key={attempt} verification={verification} />
      )}
    </dialog>
  );
}

import { useState } from 'react';
import { useUpdate } from '#app/session/app-signals.ts';
import { applyUpdate, type UpdateState } from '#platform/worker/worker-bridge.ts';
import { Button } from '#ui/actions/button.tsx';
import css from './update-offer.module.css';

const flowTexts: Readonly<Record<string, string>> = {
  swap: 'your swap',
  payment: 'your payment',
  withdrawal: 'your withdrawal',
  profile: 'the changes to your profile',
  verification: 'your verification',
  export: 'your export',
};

/** What an accepted update waits for, in the customer's words. */
export function deferredText(flows: readonly string[]): string {
  const [first, ...others] = flows;
  const known = others.length === 0 && first ? flowTexts[first] : undefined;
  return `The update will finish after ${known ?? 'what you have open'}.`;
}

function textOf(state: UpdateState, flows: readonly string[]): string {
  switch (state) {
    case 'none':
      return '';
    case 'ready':
      return 'A new version is ready.';
    case 'deferred':
      return deferredText(flows);
    case 'applying':
      return 'Updating';
  }
}

/** Offers a new version and never applies it unasked (PWA-06). */
export function UpdateOffer() {
  /** The version that the customer has put off; a still newer one is offered all the same. */
  const [later, setLater] = useState<number>();
  const { state, version, flows } = useUpdate();
  if (state === 'none' || (later === version && state === 'ready')) return null;
  return (
    <div className={`toast ${css.offer}`}>
      {state === 'applying' && <span className="spin" aria-hidden="true" />}
      <span className={css.text}>{textOf(state, flows)}</span>
      {state === 'ready' && (
        <>
          <Button variant="quiet" onClick={() => setLater(version)}>
            Later
          </Button>
          <Button variant="quiet" onClick={() => void applyUpdate()}>
            Update now
          </Button>
        </>
      )}
    </div>
  );
}

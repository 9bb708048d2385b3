import { type FormEvent, useEffect, useRef, useState } from 'react';
import { onlineNow } from '#platform/page/online.ts';
import { useOnline } from '#ui/hooks/signals.ts';

export interface Submission {
  /** Why the form cannot be sent offline. */
  readonly offline: string;
  /** Another reason why the form cannot be sent now. */
  readonly blocked?: string | undefined;
  /** Marks wrong fields; returns whether the form may be sent. */
  readonly check?: () => boolean;
  /** Sends the form. `fail` shows a text below the button. */
  readonly run: (fail: (text: string) => void) => Promise<void>;
}

/**
 * Sends a form or runs a button's action: once at a time, and only online. The first field marked as wrong,
 * by the check or by the answer, gets the focus. `form` and `button` are the props of both elements.
 */
export function useSubmit({ offline, blocked, check, run }: Submission) {
  const isOnline = useOnline();
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  // An effect, because the fields are marked only after drawing.
  useEffect(() => {
    if (tries > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const submit = async (): Promise<void> => {
    if (sending.current || blocked !== undefined || !onlineNow()) return;
    setFailure(undefined);
    if (check?.() ?? true) {
      sending.current = true;
      setBusy(true);
      await run(setFailure).finally(() => {
        sending.current = false;
        setBusy(false);
      });
    }
    setTries((before) => before + 1);
  };
  return {
    busy,
    submit: () => void submit(),
    clearFailure: () => setFailure(undefined),
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    button: {
      type: 'submit',
      busy,
      disabledReason: busy ? undefined : isOnline ? blocked : offline,
      failure,
    },
  } as const;
}

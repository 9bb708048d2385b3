import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface Props {
  readonly children: ReactNode;
  /**
   * Prepares the action. Resolves with it, or with undefined if it is not possible: then there is no button.
   * The action resolves with an error text, or with undefined.
   */
  readonly prepare: () => Promise<(() => Promise<string | undefined>) | undefined>;
}

/** A button that appears only if its action turns out to be possible. */
export function OfferedButton({ children, prepare }: Props) {
  const [offer, setOffer] = useState<() => Promise<string | undefined>>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const first = useRef(prepare);
  useEffect(() => {
    let gone = false;
    void first.current().then((run) => gone || setOffer(() => run));
    return () => {
      gone = true;
    };
  }, []);
  if (!offer) return null;
  return (
    <Button
      wide
      busy={busy}
      failure={failure}
      onClick={async () => {
        setBusy(true);
        setFailure(undefined);
        setFailure(await offer());
        setBusy(false);
      }}
    >
      {children}
    </Button>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface Props {
  readonly children: ReactNode;
  /** Gives what a press does, and this what came of it: a text if nothing did. Undefined: no button. */
  readonly prepare: () => Promise<(() => Promise<string | undefined>) | undefined>;
}

/** A button that is there only once it turned out that it can do something. */
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

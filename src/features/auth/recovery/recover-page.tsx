import { useEffect, useState } from 'react';
import { writeHistory } from '#platform/kept/history-state.ts';
import { RecoveryAsk } from './recovery-ask.tsx';
import { RecoveryProgress } from './recovery-progress.tsx';

/** The mailed link carries the token behind the #, so that no server and no log sees it. */
const mailedLink = (): string | undefined => /^#link=([\w-]{43})$/.exec(location.hash)?.[1];

/** HARD-22: the way back for a customer who has lost their second factor. */
export function RecoverPage() {
  const [link, setLink] = useState(mailedLink);
  // Pasting another link into the address bar of this page causes no reload, only `hashchange`.
  useEffect(() => {
    const look = (): void => setLink(mailedLink());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  if (link === undefined) return <RecoveryAsk />;
  return (
    <RecoveryProgress
      key={link}
      link={link}
      onAgain={() => {
        writeHistory('replaceState', history.state, location.pathname);
        setLink(undefined);
      }}
    />
  );
}

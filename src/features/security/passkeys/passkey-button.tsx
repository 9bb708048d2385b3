import { useEffect, useRef } from 'react';
import { passkeyInstead } from '#transport/session/passkey-proof.ts';
import { OfferedButton } from '#ui/actions/offered-button.tsx';

/**
 * Uses a passkey instead of a code (LIVE-03). `onCode` receives the token that replaces the code; the text it
 * returns is shown below the button.
 */
export function PasskeyButton({
  onCode,
}: {
  readonly onCode: (code: string) => Promise<string | undefined> | undefined;
}) {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  return (
    <OfferedButton prepare={() => passkeyInstead('security', (code) => latest.current(code))}>
      Use a passkey instead
    </OfferedButton>
  );
}

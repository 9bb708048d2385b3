import { useSignals } from '@preact/signals-react/runtime';
import { online } from '#platform/network.ts';

/** What signing out does without a connection, said beforehand (HARD-06). */
export function LogOutNote() {
  useSignals();
  return (
    <div role="status">
      {!online.value && (
        <p className="muted small">
          You’re offline. Logging out removes your data from this device now. On our side the
          session ends when this device is online again; until then your other devices show it.
        </p>
      )}
    </div>
  );
}

import { useOnline } from '#ui/hooks/signals.ts';

/** Says, before the customer logs out offline, what that does (HARD-06). */
export function LogOutNote() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="muted small">
          You’re offline. Logging out removes your data from this device now. On our side the
          session ends when this device is online again; until then your other devices show it.
        </p>
      )}
    </div>
  );
}

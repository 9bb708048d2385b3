import { useAsOfOnScreen } from '#app/session/app-signals.ts';
import { savedText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';

/** `saved` says how old the data on screen is. */
export const OfflineBanner = ({ saved = '' }: { readonly saved?: string }) => (
  <p className="banner banner--strip banner--offline">
    <Icon name="offline" size="s" />
    <span>{`Offline${saved}`}</span>
    <a className="textbtn" href="/status">
      Status
    </a>
  </p>
);

/** Shown under the page's header while offline: says so, and how old the data on screen is. */
export function OfflineStrip({ className }: { readonly className?: string | undefined }) {
  const isOnline = useOnline();
  const asOf = useAsOfOnScreen();
  return (
    <div role="status" className={className}>
      {!isOnline && (
        <OfflineBanner saved={asOf ? savedText(new Date(asOf), new Date(serverNow())) : ''} />
      )}
    </div>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { savedText } from '#core/domain/clock-text.ts';
import { serverNow } from '#platform/clock.ts';
import { online } from '#platform/network.ts';
import { shownAsOf } from '#platform/shown-as-of.ts';
import { Icon } from '#ui/icon.tsx';

/** `saved` says how old the data on screen is. */
export const OfflineBanner = ({ saved = '' }: { readonly saved?: string }) => (
  <p className="banner banner--strip banner--offline">
    <Icon name="offline" size="s" />
    {`Offline${saved}`}
  </p>
);

/** Shown under the header while offline: says so, and how old the data on screen is. */
export function OfflineStrip() {
  useSignals();
  const asOf = shownAsOf.value;
  return (
    <div role="status">
      {!online.value && (
        <OfflineBanner saved={asOf ? savedText(new Date(asOf), new Date(serverNow())) : ''} />
      )}
    </div>
  );
}

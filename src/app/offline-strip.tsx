import { useSignals } from '@preact/signals-react/runtime';
import { clockText } from '#core/domain/clock-text.ts';
import { serverNow } from '#platform/clock.ts';
import { online } from '#platform/network.ts';
import { shownAsOf } from '#platform/shown-as-of.ts';
import { Icon } from '#ui/icon.tsx';

/** Under the header while there is no connection: says so, and of when what is shown is. */
export function OfflineStrip() {
  useSignals();
  const asOf = shownAsOf.value;
  return (
    <div role="status">
      {!online.value && (
        <p className="banner banner--strip banner--offline">
          <Icon name="offline" size="s" />
          {asOf === undefined
            ? 'Offline'
            : `Offline · showing what was saved at ${clockText(new Date(asOf), new Date(serverNow()))}`}
        </p>
      )}
    </div>
  );
}

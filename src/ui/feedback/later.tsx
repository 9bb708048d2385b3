import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '#platform/time/when-idle.ts';

interface Props {
  readonly load: () => Promise<ComponentType>;
  /** Loads the part as soon as it is mounted, not when the browser is idle. */
  readonly soon?: boolean;
  /** Shown until then. */
  readonly placeholder?: ReactNode;
  /** The part could not be loaded. */
  readonly onFailed?: (failed: true) => void;
}

/**
 * Loads a part of a page that is not needed for the first paint. The page is complete without it, so a
 * failure is ignored unless `onFailed` handles it.
 */
export function Later({ load, soon = false, placeholder = null, onFailed }: Props) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    let gone = false;
    const bring = (): void => {
      load().then(
        (part) => gone || setPart(() => part),
        () => gone || onFailed?.(true),
      );
    };
    const cancel = soon ? bring() : whenIdle(bring);
    return () => {
      gone = true;
      cancel?.();
    };
  }, [load, soon, onFailed]);
  return Part ? <Part /> : placeholder;
}

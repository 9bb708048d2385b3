import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#platform/when-idle.ts';

interface Props {
  readonly load: () => Promise<ComponentType>;
  /** Loads the part as soon as it is mounted, not when the browser is idle. */
  readonly soon?: boolean;
}

/**
 * Loads a part of a page that its first paint does without. The page is complete without the part,
 * so a failure to load it is ignored.
 */
export function Later({ load, soon = false }: Props) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    let gone = false;
    const bring = (): void => {
      load().then(
        (part) => gone || setPart(() => part),
        () => undefined,
      );
    };
    const cancel = soon ? bring() : whenIdle(bring);
    return () => {
      gone = true;
      cancel?.();
    };
  }, [load, soon]);
  return Part ? <Part /> : null;
}

import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#platform/when-idle.ts';

interface Props {
  readonly load: () => Promise<ComponentType>;
  /** Asked for as soon as it is wanted, not when the page has settled. */
  readonly soon?: boolean;
}

/**
 * Brings a part of a page that its first picture does without. Without it the page is whole, so one
 * that does not load is not missed.
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

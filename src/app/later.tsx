import { type ComponentType, useEffect, useState } from 'react';

interface Props {
  readonly load: () => Promise<ComponentType>;
}

const PATIENCE_MS = 4_000;

const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, PATIENCE_MS / 2);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(idle);
};

/** Brings a part of a page that its first picture does not wait for; without it the page is whole. */
export function Later({ load }: Props) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    let gone = false;
    const cancel = whenIdle(() => {
      load().then(
        (part) => gone || setPart(() => part),
        () => undefined,
      );
    });
    return () => {
      gone = true;
      cancel();
    };
  }, [load]);
  return Part ? <Part /> : null;
}

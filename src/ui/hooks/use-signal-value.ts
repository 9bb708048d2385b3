import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useSyncExternalStore } from 'react';

/** The signal's value now; the component is drawn again whenever it changes. */
export function useSignalValue<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback((redraw: () => void) => signal.subscribe(redraw), [signal]);
  const read = (): T => signal.peek();
  return useSyncExternalStore(subscribe, read, read);
}

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const findsInPage = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f');

/** Whether every row is needed: printing and the browser's own search only find what is drawn. */
export function useDrawnWhole(): boolean {
  const [printing, setPrinting] = useState(false);
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    // Synchronously, as the browser carries on once the listener returns.
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    const press = (event: KeyboardEvent): void => {
      if (findsInPage(event)) flushSync(() => setSearching(true));
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    addEventListener('keydown', press);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
      removeEventListener('keydown', press);
    };
  }, []);
  return printing || searching;
}

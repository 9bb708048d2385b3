import { signal } from '@preact/signals-react';
import { useEffect } from 'react';
import { useSignalValue } from './use-signal-value.ts';

/** The title of the page on screen, if its route's own title is not enough. */
const pageTitle = signal<string | undefined>(undefined);

export const useShownTitle = (): string | undefined => useSignalValue(pageTitle);

/** Names the page for as long as it is on screen. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => {
      pageTitle.value = undefined;
    };
  }, [title]);
}

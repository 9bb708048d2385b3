import { signal } from '@preact/signals-react';
import { useEffect } from 'react';

/** The title of the page on screen, if its route's own title is not enough. */
export const pageTitle = signal<string | undefined>(undefined);

/** Names the page for as long as it is on screen. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => {
      pageTitle.value = undefined;
    };
  }, [title]);
}

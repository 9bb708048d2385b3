import { signal } from '@preact/signals-react';

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 768px)');

/** Whether the window is as wide as the one structural breakpoint, where a page is built differently. */
export const wide = signal(query?.matches ?? false);

query?.addEventListener('change', ({ matches }) => {
  wide.value = matches;
});

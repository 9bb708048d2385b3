import { signal } from '@preact/signals-react';

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 768px)');

/**
 * Whether the window is at least as wide as the one breakpoint that changes the page's structure.
 */
export const wide = signal(query?.matches ?? false);

query?.addEventListener('change', ({ matches }) => {
  wide.value = matches;
});

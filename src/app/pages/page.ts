import type { ComponentType } from 'react';
import { type Part, part } from '#ui/hooks/part.tsx';

export interface Page extends Part {
  /** Requests the page's data; settles when it has arrived or is known not to come. */
  readonly begin?: (() => Promise<unknown>) | undefined;
}

export const page = (load: () => Promise<ComponentType>, begin?: () => Promise<unknown>): Page => ({
  ...part(load),
  begin,
});

import { useEffect } from 'react';
import { holdFlow } from '#platform/flow-lock.ts';

/** Holds updates off for as long as something would be lost by loading anew (PWA-06). */
export function useFlow(name: string, active: boolean): void {
  useEffect(() => (active ? holdFlow(name) : undefined), [name, active]);
}

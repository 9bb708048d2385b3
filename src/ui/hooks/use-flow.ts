import { useEffect } from 'react';
import { holdFlow } from '#platform/page/flow-lock.ts';

/** Holds updates off while a reload would lose something (PWA-06). */
export function useFlow(name: string, active: boolean): void {
  useEffect(() => (active ? holdFlow(name) : undefined), [name, active]);
}

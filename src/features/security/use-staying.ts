import { useSnapshot } from 'valtio/react';
import { landing } from '#core/routes.ts';
import { staying } from '#transport/session/staying.ts';

/** Whether something stays on this page: what follows a freeze stands on the wallet alone (EYE-05). */
export const useStays = (path: string): boolean =>
  useSnapshot(staying).list.some(({ kind }) => kind !== 'freeze' || path === landing.user);

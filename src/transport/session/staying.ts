import type { Snapshot } from 'valtio/vanilla';
import type { Staying } from '#core/contract/account/notifications.ts';
import { scopedStore } from './scope.ts';

/** The same as it is shown, read-only. */
export type ToldStaying = Snapshot<Staying>;

/** What stays on this customer's pages until it is over or put away, and when the server said so (EYE-05). */
export const staying = scopedStore<{ list: readonly Staying[]; asOf: number }>(() => ({
  list: [],
  asOf: 0,
}));

/** Identifies what stays; undefined for a withdrawal, which stays until it leaves or is stopped. */
export const putAwayId = (one: ToldStaying): string | undefined => {
  switch (one.kind) {
    case 'withdrawal':
      return undefined;
    case 'sign-in':
      return one.session_id;
    case 'freeze':
      return one.at;
  }
};

export const withdrawalOver = (id: string): void => {
  staying.list = staying.list.filter(
    (one) => one.kind !== 'withdrawal' || one.withdrawal_id !== id,
  );
};

export const putAway = (id: string): void => {
  staying.list = staying.list.filter((one) => putAwayId(one) !== id);
};

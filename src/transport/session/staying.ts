import type { Snapshot } from 'valtio/vanilla';
import type { Staying } from '#core/contract/account/notifications.ts';
import { isPutAway } from '#platform/kept/put-away.ts';
import { scopedStore } from './scope.ts';

/** The same as it is shown, read-only. */
export type ToldStaying = Snapshot<Staying>;

/** What stays on this customer's pages until it is over or put away, and when the server said so (EYE-05). */
export const staying = scopedStore<{
  list: readonly Staying[];
  asOf: number;
  /** The withdrawals that are known here to be over: an answer that was under way knows nothing of it. */
  over: readonly string[];
}>(() => ({ list: [], asOf: 0, over: [] }));

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

const isOver = (one: ToldStaying): boolean =>
  one.kind === 'withdrawal' ? staying.over.includes(one.withdrawal_id) : isPutAway(putAwayId(one));

/** Takes what the server says, without what is over or was put away on this device. */
export function hearStaying(list: readonly Staying[], asOf: number): void {
  staying.list = list.filter((one) => !isOver(one));
  staying.asOf = asOf;
}

export function withdrawalOver(id: string): void {
  staying.over = [...staying.over, id];
  staying.list = staying.list.filter((one) => !isOver(one));
}

export const putAway = (id: string): void => {
  staying.list = staying.list.filter((one) => putAwayId(one) !== id);
};

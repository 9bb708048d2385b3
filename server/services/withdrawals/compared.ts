import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Parties } from '#server/adapters/parties.ts';

type Senders = Pick<Parties, 'transfers' | 'bank'>;

/** When this process last compared a party's list with the books, in its monotonic milliseconds. */
const compared = new WeakMap<object, number>();

/** The parties that send for us and tell what they have sent. */
export const listingSenders = ({ transfers, bank }: Senders): readonly Transfers[] =>
  [transfers, bank.payouts].filter(({ list }) => list !== undefined);

/**
 * Whether anything may be sent, returned or cancelled: not before this process has compared once what each
 * party has sent with the books (HARD-82).
 */
export const isCompared = (senders: Senders): boolean =>
  listingSenders(senders).every((transfers) => compared.has(transfers));

export const isComparedSince = (senders: Senders, moment: number): boolean =>
  listingSenders(senders).every((one) => (compared.get(one) ?? Number.NEGATIVE_INFINITY) >= moment);

/** When a list was compared; undefined: not yet, since the database may last have changed. */
export const comparedAt = (list: object): number | undefined => compared.get(list);

export const markCompared = (list: object): void => {
  compared.set(list, performance.now());
};

/** When this process last looked whether a comparison is due. */
const tried = new WeakMap<Transfers, number>();

export const lastTry = ({ transfers }: Senders): number | undefined => tried.get(transfers);

export const noteTry = ({ transfers }: Senders): void => {
  tried.set(transfers, performance.now());
};

/** The database may be another one from now on, as after a failover: everything is compared again at once. */
export function forgetCompared(senders: Senders): void {
  tried.delete(senders.transfers);
  compared.delete(senders.bank);
  for (const transfers of listingSenders(senders)) compared.delete(transfers);
}

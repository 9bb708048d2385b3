import { promisifyRequest } from 'idb-keyval';
import { transact } from '#platform/kept/device-store.ts';

/** Public rates, kept in the device's database because API answers never go into the Cache API. */
export interface KeptRates {
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

const RECORD = 'forex';

const isKept = (value: unknown): value is KeptRates =>
  typeof value === 'object' &&
  value !== null &&
  'body' in value &&
  typeof value.body === 'string' &&
  'fetchedAt' in value &&
  typeof value.fetchedAt === 'number';

export async function readRates(): Promise<KeptRates | undefined> {
  const found = await transact('readonly', (store) => promisifyRequest<unknown>(store.get(RECORD)));
  return isKept(found) ? found : undefined;
}

export const keepRates = (kept: KeptRates): Promise<void> =>
  transact('readwrite', async (store) => {
    store.put(kept, RECORD);
    await promisifyRequest(store.transaction);
  });

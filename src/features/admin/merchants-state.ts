import { proxy } from 'valtio/vanilla';
import type { Merchant } from '#core/contract/staff/merchant.ts';
import type { Outcome } from '#core/failure.ts';

export interface MerchantsState {
  status: 'loading' | 'ready' | 'failed';
  merchants: readonly Merchant[];
}

const unknown = (): MerchantsState => ({ status: 'loading', merchants: [] });

export function createMerchants(deps: { list(): Promise<Outcome<readonly Merchant[]>> }) {
  const state = proxy<MerchantsState>(unknown());
  return {
    state,

    /** Loads the merchants; a refresh that fails keeps what is known. */
    async load(): Promise<void> {
      if (state.status === 'failed') state.status = 'loading';
      const outcome = await deps.list();
      if (outcome.ok) Object.assign(state, { merchants: outcome.value, status: 'ready' });
      else if (state.status !== 'ready') state.status = 'failed';
    },

    forget(): void {
      Object.assign(state, unknown());
    },
  };
}

import { proxy } from 'valtio/vanilla';
import type { Merchant } from '#core/contract/merchant.ts';
import type { Outcome } from '#core/failure.ts';

export interface MerchantsState {
  owner: string | undefined;
  status: 'loading' | 'ready' | 'failed';
  merchants: readonly Merchant[];
}

const unknown = (owner?: string): MerchantsState => ({ owner, status: 'loading', merchants: [] });

export function createMerchants(deps: {
  userId(): string | undefined;
  list(): Promise<Outcome<readonly Merchant[]>>;
}) {
  const state = proxy<MerchantsState>(unknown());
  return {
    state,

    /** Loads the merchants; a refresh that fails keeps what is known. */
    async load(): Promise<void> {
      const owner = deps.userId();
      if (owner !== state.owner) Object.assign(state, unknown(owner));
      if (state.status === 'failed') state.status = 'loading';
      const outcome = await deps.list();
      if (owner !== deps.userId() || owner !== state.owner) return;
      if (outcome.ok) Object.assign(state, { merchants: outcome.value, status: 'ready' });
      else if (state.status !== 'ready') state.status = 'failed';
    },

    forget(): void {
      Object.assign(state, unknown());
    },
  };
}

import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential, newKey } from '#tests/support/api-client.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { print, sized } from './statistics.ts';

const CUSTOMERS = sized(16, 2);
/** A customer may open thirty payment pages an hour; the remaining ones are left for warming up. */
const PURCHASES_EACH = sized(25, 1);

async function buyer(base: string): Promise<Credential> {
  const api = new ApiClient(base);
  const account = await freshCustomer(base, { approved: false });
  const credential = await api.signIn(account.email, account.password);
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await api.must(updateProfile, profile, { credential });
  return credential;
}

/** A customer's purchase: opens the payment page, pays on it and records the payment. */
async function purchase(api: ApiClient, credential: Credential): Promise<void> {
  const order = await marketOrder(api, credential, '150.00');
  const { data } = await api.must(
    initTransaction,
    {
      ...order,
      success_url: '/success',
      decline_url: '/decline',
      fail_url: '/fail',
      cancel_url: '/cancel',
      payment_test_env: true,
    },
    { credential, idempotencyKey: newKey() },
  );
  await fetch(`${api.base}${data.checkout.redirect_url}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  });
  const recorded = await api.must(
    insertTransaction,
    { ...order, transaction_id: data.tracking_id, device_type: 'bench', status: 'success' },
    { credential, idempotencyKey: newKey() },
  );
  if (recorded.data.status !== 'success') throw new Error('a paid purchase was not recorded');
}

/** Purchases per second by all customers in parallel; each customer makes one after the other. */
async function rate(servers: readonly ServerProcess[]): Promise<number> {
  const apis = servers.map(({ url }) => new ApiClient(url));
  const credentials: Credential[] = [];
  for (let i = 0; i < CUSTOMERS; i++) credentials.push(await buyer(servers[0]?.url ?? ''));
  const apiOf = (turn: number): ApiClient => apis[turn % apis.length] as ApiClient;
  await Promise.all(credentials.map((credential, i) => purchase(apiOf(i), credential)));
  const started = performance.now();
  await Promise.all(
    credentials.map(async (credential, i) => {
      for (let turn = 0; turn < PURCHASES_EACH; turn++) await purchase(apiOf(i + turn), credential);
    }),
  );
  return (CUSTOMERS * PURCHASES_EACH * 1000) / (performance.now() - started);
}

const cluster = await startCluster();
try {
  const env = { DATABASE_URL: cluster.url, SEED: 'none', LIMIT_PER_ADDRESS: '1000000' };
  print(`${CUSTOMERS} customers at once, ${PURCHASES_EACH} purchases each, PostgreSQL`);
  const servers: ServerProcess[] = [];
  for (const processes of sized([1, 2, 3], [1])) {
    servers.push(await startServer({ env }));
    print(
      `${processes} API ${processes === 1 ? 'process  ' : 'processes'}   ${(await rate(servers)).toFixed(0)} purchases a second`,
    );
  }
  await Promise.all(servers.map((server) => server.stop()));
} finally {
  await cluster.stop();
}

import { createWithdrawal } from '#core/contract/funds.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential, newKey } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { print, sized } from './statistics.ts';

const CUSTOMERS = sized(12, 2);
const EACH = sized(60, 1);
const PROCESSES = sized([1, 2, 3], [1]);

async function customerOf(base: string): Promise<Credential> {
  const { email, password } = await freshCustomer(base, { balances: { BTC: '10' } });
  return new ApiClient(base).signIn(email, password);
}

const withdraw = (api: ApiClient, credential: Credential) =>
  api.must(
    createWithdrawal,
    {
      amount: '0.0002',
      cryptoAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      paymentRouteId: 'btc-bitcoin',
    },
    { credential, idempotencyKey: newKey() },
  );

/**
 * Withdrawals per second by all customers in parallel over the processes, each one after the other.
 */
async function rate(servers: readonly ServerProcess[]): Promise<number> {
  const apis = servers.map(({ url }) => new ApiClient(url));
  const customers: Credential[] = [];
  for (let i = 0; i < CUSTOMERS; i++) {
    customers.push(await customerOf(servers[0]?.url ?? ''));
  }
  const apiOf = (i: number): ApiClient => apis[i % apis.length] as ApiClient;
  await Promise.all(customers.map((customer, i) => withdraw(apiOf(i), customer)));
  const started = performance.now();
  await Promise.all(
    customers.map(async (customer, i) => {
      for (let done = 0; done < EACH; done++) await withdraw(apiOf(i), customer);
    }),
  );
  return (CUSTOMERS * EACH * 1000) / (performance.now() - started);
}

const cluster = await startCluster();
try {
  const env = { DATABASE_URL: cluster.url, SEED: 'none', LIMIT_PER_ADDRESS: '100000' };
  print(`${CUSTOMERS} customers at once, ${EACH} withdrawals each, PostgreSQL`);
  for (const count of PROCESSES) {
    // Start them one after the other, because the first one migrates the database.
    const servers: ServerProcess[] = [];
    for (let i = 0; i < count; i++) servers.push(await startServer({ env }));
    const result = await rate(servers);
    print(
      `${count} API process${count === 1 ? '  ' : 'es'}   ${result.toFixed(0)} withdrawals a second`,
    );
    await Promise.all(servers.map((server) => server.stop()));
  }
} finally {
  await cluster.stop();
}

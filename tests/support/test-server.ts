import { ApiClient } from './api-client.ts';
import { Sandbox } from './sandbox.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface TestServer extends ServerProcess {
  readonly api: ApiClient;
  readonly sandbox: Sandbox;
}

export interface TestServerOptions {
  /** Accounts of the demo seed, or none. */
  readonly seed?: 'demo' | 'none';
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The real server on an empty database of its own, spoken to over real HTTP and the real envelope. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startServer({
    env: {
      SEED: options.seed ?? 'demo',
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
  });
  return { ...server, api: new ApiClient(server.url), sandbox: new Sandbox(server.url) };
}

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A TCP proxy in front of a primary and its standby, as operators have one: its address is the same whichever of them
 * is the primary. It can also break connections and lose answers.
 */
export interface Gate {
  /** The address of this database through the gate. */
  urlOf(databaseUrl: string): string;
  /** From now on connections lead to this database. */
  open(databaseUrl: string): void;
  /** Breaks every connection, and takes no new one until it is opened again. */
  shut(): void;
  /** From now on a commit reaches the database, but its answer is lost and the connection breaks. */
  loseCommits(): void;
  /** From now on answers arrive again. */
  keepCommits(): void;
  close(): Promise<void>;
}

/** The statement of a commit as pg sends it: a message of its own, which ends with a zero byte. */
const COMMIT = 'commit\0';

export async function startGate(): Promise<Gate> {
  let target: { readonly host: string; readonly port: number } | undefined;
  let losing = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => void) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      other();
    });
  };
  const server = createServer((client) => {
    if (!target) {
      client.destroy();
      return;
    }
    const database = connect(target);
    keep(client, () => database.destroy());
    keep(database, () => client.destroy());
    let lost = false;
    client.on('data', (chunk: Buffer) => {
      lost ||= losing && chunk.includes(COMMIT);
      database.write(chunk);
    });
    // The database answers a commit only when it is done, on the standby too: this answer is the one to lose.
    database.on('data', (chunk: Buffer) => {
      if (lost) client.destroy();
      else client.write(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const shut = () => {
    target = undefined;
    for (const socket of sockets) socket.destroy();
  };
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    open: (databaseUrl) => {
      const url = new URL(databaseUrl);
      target = { host: url.hostname, port: Number(url.port) };
    },
    shut,
    loseCommits: () => {
      losing = true;
    },
    keepCommits: () => {
      losing = false;
    },
    close: async () => {
      shut();
      await new Promise((done) => server.close(done));
    },
  };
}

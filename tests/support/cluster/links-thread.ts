import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** An order to the thread. It answers each before the next one is sent. */
export type LinkOrder =
  | { readonly kind: 'open'; readonly target: number }
  | { readonly kind: 'cut' | 'heal'; readonly links: readonly number[] };

const HOST = '127.0.0.1';

interface Wire {
  /** Lets bytes pass from now on. */
  flow(): void;
  /** Lets nothing pass any more, not even the end of a connection, as if all packets were lost. */
  hold(): void;
}

interface Link {
  cut: boolean;
  readonly wires: Set<Wire>;
}

const links = new Map<number, Link>();

function wireOf(from: Socket, target: number, gone: (wire: Wire) => void): Wire {
  let to: Socket | undefined;
  const wire: Wire = {
    flow: () => {
      to ??= reach();
      from.pipe(to);
      to.pipe(from);
    },
    hold: () => {
      if (!to) return;
      from.unpipe(to).pause();
      to.unpipe(from).pause();
    },
  };
  const end = () => {
    from.destroy();
    to?.destroy();
    gone(wire);
  };
  const reach = (): Socket => {
    const socket = connect({ host: HOST, port: target, noDelay: true });
    return socket.on('error', () => undefined).once('close', end);
  };
  from.setNoDelay(true);
  from.on('error', () => undefined).once('close', end);
  return wire;
}

async function open(target: number): Promise<number> {
  const link: Link = { cut: false, wires: new Set() };
  // A connection made while the link is cut waits until it is healed, like one whose first packet is lost.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: false }, (socket) => {
    const wire = wireOf(socket, target, (own) => link.wires.delete(own));
    link.wires.add(wire);
    if (!link.cut) wire.flow();
  });
  await new Promise<void>((done) => server.listen(0, HOST, done));
  const { port } = server.address() as AddressInfo;
  links.set(port, link);
  return port;
}

function set(ports: readonly number[], cut: boolean): void {
  for (const port of ports) {
    const link = links.get(port);
    if (!link) throw new Error(`there is no link at ${port}`);
    if (link.cut === cut) continue;
    link.cut = cut;
    for (const wire of link.wires) {
      if (cut) wire.hold();
      else wire.flow();
    }
  }
}

parentPort?.on('message', async (order: LinkOrder) => {
  if (order.kind !== 'open') set(order.links, order.kind === 'cut');
  parentPort?.postMessage(order.kind === 'open' ? await open(order.target) : 0);
});

import type { ServerProcess } from '#tests/simulation/server/process.ts';
import type { Actor, World } from './world.ts';

/** What the network does to calls: each a share of them. */
export interface Weather {
  readonly lostBefore: number;
  readonly lostAfter: number;
  readonly repeated: number;
  readonly late: number;
  /** The answer ends in the middle. */
  readonly cut: number;
  /** A proxy on the way answers for the server. */
  readonly gateway: number;
}

export const clear: Weather = {
  lostBefore: 0,
  lostAfter: 0,
  repeated: 0,
  late: 0,
  cut: 0,
  gateway: 0,
};

/** A call as it leaves a device. */
export interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An answer as it reaches a device. */
export interface Received {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** It broke off in the middle: so much of the body came, and then the connection was gone. */
  readonly brokenOff: boolean;
}

/** Longer than a page waits for a money write. */
const LATE_MS = 70_000;
const A_LITTLE_LATE_MS = 4_000;
/** A connection that swallows everything is given up by the system after so long. */
const SYSTEM_MS = 120_000;

type Settle = (answer: Received | undefined) => void;

/** Between devices and the processes of the server. */
export class Network {
  readonly #world: World;
  readonly #wire: Actor = { name: 'network', alive: true };
  weather: Weather = clear;
  /** By path, how much longer the next call takes to arrive. */
  readonly delayed = new Map<string, number>();
  /** Those that may be running; a call goes to any that is. */
  processes: readonly ServerProcess[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Sends a call. `settle` is called once: with the answer, or with undefined where the connection
   * broke.
   */
  send(device: Actor, sent: Sent, settle: Settle): void {
    const chance = this.#world.chance(`network ${device.name}`);
    const { weather } = this;
    const draw = chance.next();
    let above = 0;
    const is = (share: number, name: string): boolean => {
      above += share;
      if (draw >= above || draw < above - share) return false;
      this.#world.count(`fault: network, ${name}`);
      this.#world.count('fault: network');
      return true;
    };
    const hop = (): number => 5 + chance.next() * 80;
    const breaks = (): void => {
      const after = chance.oneIn(3) ? SYSTEM_MS : hop();
      this.#world.schedule(device, after, `connection broke ${sent.path}`, () => settle(undefined));
    };
    if (is(weather.lostBefore, 'lost before')) {
      breaks();
      return;
    }
    if (is(weather.gateway, 'gateway')) {
      const body = '<html>Bad Gateway</html>';
      const headers = [['content-type', 'text/html']] as const;
      this.#world.schedule(device, hop(), `gateway answers ${sent.path}`, () =>
        settle({ status: 502, headers, body, brokenOff: false }),
      );
      return;
    }
    if (is(weather.lostAfter, 'lost after')) {
      this.#arrive(hop(), sent, chance.next(), () => undefined);
      breaks();
      return;
    }
    const cut = is(weather.cut, 'cut');
    const late = is(weather.late, 'late');
    const delay = (): number => chance.next() * (chance.oneIn(2) ? LATE_MS : A_LITTLE_LATE_MS);
    const answer = (received: Received | undefined): void => {
      const back = hop() + (late && chance.oneIn(2) ? delay() : 0);
      this.#world.schedule(device, back, `answer ${sent.path}`, () => {
        if (!received || !cut) return settle(received);
        const short = received.body.slice(0, Math.floor(received.body.length * chance.next()));
        settle({ ...received, body: short, brokenOff: true });
      });
    };
    const copied = is(weather.repeated, 'repeated');
    // Of two copies, the answer to either is the one that gets through.
    const first = !copied || chance.oneIn(2);
    const nobody: Settle = () => undefined;
    const arrives = hop() + (late ? delay() : 0) + (this.delayed.get(sent.path) ?? 0);
    this.delayed.delete(sent.path);
    this.#arrive(arrives, sent, chance.next(), first ? answer : nobody);
    if (copied) {
      this.#arrive(arrives + chance.next() * 3_000, sent, chance.next(), first ? nobody : answer);
    }
  }

  #arrive(delayMs: number, sent: Sent, which: number, settle: Settle): void {
    this.#world.schedule(this.#wire, delayMs, `arrives ${sent.path}`, () => {
      const running = this.processes.filter(
        ({ actor, ready, stopping }) => actor.alive && ready && !stopping,
      );
      const process = running[Math.floor(which * running.length)];
      if (!process) return settle(undefined);
      void this.#serve(process, sent).then(settle);
    });
  }

  async #serve({ actor, server }: ServerProcess, sent: Sent): Promise<Received | undefined> {
    const { method, headers, body } = sent;
    const given = { method, headers: { ...headers }, ...(body !== undefined && { body }) };
    const served = server.fetch(new Request(`http://localhost${sent.path}`, given));
    const response = await served;
    const text = await response.text();
    // Of a process that died nothing leaves any more.
    if (!actor.alive) return undefined;
    this.#world.count(`answer: ${sent.path} ${response.status}`);
    return {
      status: response.status,
      headers: [...response.headers],
      body: text,
      brokenOff: false,
    };
  }
}

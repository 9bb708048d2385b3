import type { Counterparty } from '#core/people/counterparty.ts';
import type {
  Screened,
  Screening,
  ScreeningQuestion,
} from '#server/adapters/screening/screening.ts';
import type { TravelRule } from '#server/adapters/travel-rule/travel-rule.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import { Party } from './party.ts';

const entryOf = (one: Screened): string =>
  one.kind === 'person' ? one.id || one.name : one.address;

/** How many are asked about in one question. */
const MOST = 10;

/** Who is on a sanctions list, and since when. */
export class Lists extends Party {
  readonly listed = new Map<string, number>();
  #version = 0;

  constructor(world: World) {
    super(world, 'lists');
  }

  /** Adds an entry for a while. */
  add(entry: string, ms: number): void {
    this.#version += 1;
    this.listed.set(entry, this.world.now);
    this.world.schedule(this.actor, ms, 'leaves the list', () => this.remove(entry));
  }

  remove(entry: string): void {
    if (this.listed.delete(entry)) this.#version += 1;
  }

  for(caller: Actor): Screening {
    const answerTo = ({ who }: ScreeningQuestion) => ({
      matched: who.map((one) =>
        [entryOf(one)]
          .filter((entry) => this.listed.has(entry))
          .map((entry) => entry.replaceAll(' ', '_')),
      ),
    });
    return {
      most: MOST,
      screen: (question) => this.ask(caller, 'screen', () => answerTo(question)),
      screenAll: (questions) => this.ask(caller, 'screen', () => questions.map(answerTo)),
      version: () => this.ask(caller, 'version of the lists', () => String(this.#version)),
    };
  }
}

const sender: Counterparty = {
  owner: 'other',
  name: 'Simulated Sender',
  country: 'LT',
  provider: 'Simulated Exchange',
};

/** The carrier of originators and beneficiaries; recipients' providers refuse now and then. */
export class Carrier extends Party {
  /** The references of withdrawals whose recipients' providers refused them. */
  readonly refused = new Set<string>();
  /** The same of those that are refused for certain once they are heard of. */
  readonly refusing = new Set<string>();
  readonly #heard = new Set<string>();

  constructor(world: World) {
    super(world, 'carrier');
  }

  for(caller: Actor): TravelRule {
    return {
      graceSeconds: 0,
      handOver: ({ reference: subject }) =>
        this.ask(caller, 'hand over', () => {
          const reference = subject.replace(/^withdrawal:/, '');
          const chance = this.world.chance(`carrier of ${reference}`);
          const isNew = !this.#heard.has(reference);
          this.#heard.add(reference);
          const refuses = isNew && (this.refusing.has(reference) || chance.oneIn(10));
          if (refuses) this.refused.add(reference);
          const kind = this.refused.has(reference) ? 'refused' : 'accepted';
          if (isNew) this.world.count(`a provider ${refuses ? 'refuses' : 'accepts'} a transfer`);
          return { kind, said: kind, message: `message ${reference}` } as const;
        }),
      received: () => this.ask(caller, 'who sent it', () => sender),
    };
  }
}

import type { Mail, Mailer } from '#server/adapters/mail/mail.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import { Party } from './party.ts';

/** The mail server, and the customers' mailboxes. */
export class PostOffice extends Party {
  readonly delivered = new Map<string, Mail>();

  constructor(world: World) {
    super(world, 'mail server');
  }

  /** The newest code that was mailed to somebody. */
  codeFor(email: string): string | undefined {
    return [...this.delivered.values()].findLast(({ to, code }) => to === email && code)?.code;
  }

  for(caller: Actor): Mailer {
    return {
      deliver: async (mail, id) => {
        const taken = await this.ask(caller, 'deliver', () => {
          // As servers do with whom they do not know well.
          if (!this.delivered.has(id) && this.world.chance('mail server refuses').oneIn(8)) {
            this.world.count('fault: the mail server says later');
            return false;
          }
          const before = this.delivered.get(id);
          if (before && before.text !== mail.text) {
            this.world.violated('no party is asked twice for one thing', `mail ${id} changed`);
          }
          this.delivered.set(id, mail);
          this.world.count(`mail: ${mail.subject.replace(/[\d.]+/g, 'n')}`);
          return true;
        });
        if (!taken) throw new Error('the mail server does not answer');
      },
    };
  }
}

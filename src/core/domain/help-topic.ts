import { brand } from '#core/brand.ts';

/** What a customer needs help with, in the navigation state of the help page. */
export interface HelpTopic {
  /** In the customer's words, such as “Withdraw Bitcoin”. Without amounts: it goes into a mail. */
  readonly title: string;
  /** The id by which support finds it. */
  readonly reference: string;
}

/** The navigation state that a link to the help page hands over. */
export const helpWith = (topic: HelpTopic): { readonly help: HelpTopic } => ({ help: topic });

const MOST_CHARACTERS = 100;

/** The topic that a link handed over. The browser keeps such states, so another version may have made it. */
export function helpTopicOf(state: unknown): HelpTopic | undefined {
  const help: unknown =
    typeof state === 'object' && state !== null && 'help' in state && state.help;
  if (typeof help !== 'object' || help === null) return undefined;
  if (!('title' in help && 'reference' in help)) return undefined;
  const { title, reference } = help;
  if (typeof title !== 'string' || typeof reference !== 'string') return undefined;
  const short = title.length <= MOST_CHARACTERS && reference.length <= MOST_CHARACTERS;
  return short && title && reference ? { title, reference } : undefined;
}

/** A link that begins a mail, with the reference in it where there is one. */
export function mailTo(address: string, topic?: HelpTopic): string {
  if (!topic) return `mailto:${address}`;
  const subject = `${brand.name}: ${topic.title} (${topic.reference})`;
  const body = `Reference: ${topic.reference}\n\nWhat happened:\n`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

import { brand } from '#core/brand.ts';

/** What a customer needs help with; carried in the navigation state of the help page. */
export interface HelpTopic {
  /** A description such as “Withdraw Bitcoin”. Without amounts, because it goes into a mail. */
  readonly title: string;
  /** The id under which support finds it. */
  readonly reference: string;
}

/** The navigation state of a link to the help page. */
export const helpWith = (topic: HelpTopic): { readonly help: HelpTopic } => ({ help: topic });

const MOST_CHARACTERS = 100;

/**
 * The topic in a navigation state. The browser keeps such states, so another version of the app may have
 * written it.
 */
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

/** A mailto link whose mail contains the topic's reference, if there is a topic. */
export function mailTo(address: string, topic?: HelpTopic): string {
  if (!topic) return `mailto:${address}`;
  const subject = `${brand.name}: ${topic.title} (${topic.reference})`;
  const body = `Reference: ${topic.reference}\n\nWhat happened:\n`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

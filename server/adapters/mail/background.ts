import type { Mail, Mailer } from './mail.ts';

/** A mailer around a way to deliver one mail. */
export function backgroundMailer(
  deliver: (mail: Mail) => Promise<void>,
  onFailure: (error: unknown) => void,
): Mailer {
  const running = new Set<Promise<void>>();
  return {
    post(mail) {
      const sending: Promise<void> = deliver(mail)
        .catch(onFailure)
        .finally(() => running.delete(sending));
      running.add(sending);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

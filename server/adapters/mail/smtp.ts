import type { Transporter } from 'nodemailer';
import type { Mailer } from './mail.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://… */
  readonly url: string;
  /** The sender, an address or `Name <address>`. */
  readonly from: string;
}

/** Shorter than the delay after which another process tries the same mail. */
const PATIENCE_MS = 10_000;

/** The real mailer: an SMTP server. The library is loaded with the first mail. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  let transport: Promise<Transporter> | undefined;
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const limits = `connectionTimeout=${PATIENCE_MS}&greetingTimeout=${PATIENCE_MS}&socketTimeout=${PATIENCE_MS}`;
    return createTransport(`${settings.url}${settings.url.includes('?') ? '&' : '?'}${limits}`, {
      from: settings.from,
      // No text of ours may make the library read files or pages.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async deliver({ to, subject, text }, id) {
      transport ??= connect().catch((error: unknown) => {
        // Loading failed; the next mail tries again.
        transport = undefined;
        throw error;
      });
      const host = settings.from.split('@').at(-1)?.split('>')[0] ?? '';
      await (await transport).sendMail({ to, subject, text, messageId: `<${id}@${host}>` });
    },
  };
}

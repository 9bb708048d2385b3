import type { Transporter } from 'nodemailer';
import { backgroundMailer } from './background.ts';
import type { Mailer } from './mail.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://… */
  readonly url: string;
  /** The sender, an address or `Name <address>`. */
  readonly from: string;
}

/** The real party: an SMTP server. The library is loaded with the first mail. */
export function smtpMailer(settings: SmtpSettings, onFailure: (error: unknown) => void): Mailer {
  let transport: Promise<Transporter> | undefined;
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport(settings.url, {
      from: settings.from,
      // Nothing in our texts may read a file or a page of this machine.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return backgroundMailer(async ({ to, subject, text }) => {
    transport ??= connect();
    await (await transport).sendMail({ to, subject, text });
  }, onFailure);
}

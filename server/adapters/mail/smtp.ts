import type { Transporter } from 'nodemailer';
import type { Fact } from '#server/adapters/party/party-facts.ts';
import { tellResult } from '#server/adapters/party/party-told.ts';
import type { Mailer } from './mail.ts';
import { mailHtml } from './mail-html.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://… */
  readonly url: string;
  /** The sender, an address or `Name <address>`. */
  readonly from: string;
}

/** Shorter than the delay after which another process tries the same mail. */
const PATIENCE_MS = 10_000;

/**
 * Mails share connections, as many as the outbox sends mails at once, because greeting, encryption and login cost more
 * than a mail. One without mails is closed soon, by us and not by the server.
 */
const POOL = { maxConnections: 4, maxMessages: 100, maxRequeues: 1, idleTimeout: 5_000 } as const;

const numberIn = (error: object, key: string): number | undefined => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'number' ? value : undefined;
};

/** The fact in a failure of the mail library: by the server's reply, or without one by what went wrong. */
function factOfSmtp(error: unknown): { readonly fact: Fact; readonly why: string } {
  if (!(error instanceof Error)) return { fact: 'silent', why: typeof error };
  const reply = numberIn(error, 'responseCode');
  const code = String(Reflect.get(error, 'code') ?? error.name);
  const why = reply === undefined ? code : String(reply);
  // 454 to a login is a server in trouble, 530 and 535 are about who we are.
  if (reply === 530 || reply === 535 || (reply === undefined && code === 'EAUTH')) {
    return { fact: 'not-allowed', why };
  }
  if (reply === undefined) return { fact: code === 'EPROTOCOL' ? 'unreadable' : 'silent', why };
  if (reply >= 500) return { fact: 'refused', why };
  // Full, busy, or a sender whom it does not know yet and who has to come back.
  return { fact: reply >= 400 ? 'not-yet' : 'unreadable', why };
}

/** The real mailer: an SMTP server. The library is loaded with the first mail. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  const { host = '' } = URL.parse(settings.url) ?? {};
  let transport: Promise<Transporter> | undefined;
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const limits = {
      ...{
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      },
      ...POOL,
    };
    const options = Object.entries(limits).map(([name, value]) => `${name}=${value}`);
    const query = `pool=true&${options.join('&')}`;
    return createTransport(`${settings.url}${settings.url.includes('?') ? '&' : '?'}${query}`, {
      from: settings.from,
      // No text of ours may make the library read files or pages.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async deliver({ to, subject, text, letter }, id) {
      transport ??= connect().catch((error: unknown) => {
        // Loading failed; the next mail tries again.
        transport = undefined;
        throw error;
      });
      const pool = await transport;
      const domain = settings.from.split('@').at(-1)?.split('>')[0] ?? '';
      try {
        const html = letter && (await mailHtml(subject, letter));
        await pool.sendMail({ to, subject, text, html, messageId: `<${id}@${domain}>` });
        tellResult({ party: 'mail', host, result: 'told' });
      } catch (error) {
        // Whatever it is, the outbox tries again until the mail is too old: no fact makes it wait for ever.
        const { fact, why } = factOfSmtp(error);
        tellResult({ party: 'mail', host, result: fact, why });
        throw error;
      }
    },
  };
}

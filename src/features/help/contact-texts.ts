import { brand } from '#core/brand.ts';
import type { Channel } from '#core/people/channels.ts';

/** The ways in which our staff speak with a customer. */
export const channelTexts: Readonly<Record<Channel, string>> = {
  phone: 'by phone',
  email: 'by email',
  video: 'by video call',
};

/** What our staff never ask for (KEEP-17). */
export const neverAsked: readonly string[] = [
  'Your password',
  'A code that we emailed you, or one from your authenticator app',
  'A recovery code',
  'To add a passkey, or to confirm with one, while you talk to us',
  'To install something, or to let somebody see or control your screen',
  'To move your money to a “safe” account or wallet: there is none',
];

export const NOBODY = `Nobody of ${brand.name} is speaking with you now. Whoever says so on the phone, in a chat or by email is somebody else: end it, and answer nothing.`;

export const OTHER_WAY =
  'If whoever you are talking to reached you in another way, it is somebody else: end it, and answer nothing.';

const WAIT = 'Until it is, trust nobody who says that they are.';

export const ASKING = `Whether ${brand.name} is speaking with you now is being asked. ${WAIT}`;

export const NOT_KNOWN = `Whether ${brand.name} is speaking with you now is not known. ${WAIT}`;

export const OFFLINE = `This device has no connection: whether ${brand.name} is speaking with you now cannot be known. ${WAIT}`;

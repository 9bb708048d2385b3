import type { ProfileSection, RoutePath } from './routes.ts';

/**
 * What pages say of themselves above what they have to ask the server for (EASE-10): the build puts it into the frame of
 * the page, so that it is read while the rest is on its way. Beside the table of pages, which the sign-in page loads.
 */
export const leads = {
  '/transactions/recieve': 'What came to your addresses, newest first, and what is on its way.',
  '/waiting':
    'Everything of yours that is held or on its way: why it waits, who acts next, and what you can do.',
  '/requests':
    'What you asked of us, complained about or reported: where it stands, and by when we answer.',
  '/cash':
    'Cash is held in euros or Australian dollars. It comes by bank transfer, buys crypto, and goes back to your bank.',
  '/cash/add':
    'An account for your bank transfers. What you send to it from an account in your own name becomes cash here, which buys crypto or goes back to your bank.',
  '/cash/out':
    'Send cash to a bank account in your own name that you saved in your address book. What it costs stands below, and nothing leaves before you confirm it.',
  '/cash/recurring':
    'What you buy from your cash again and again, whatever the price is on the day: when it buys next, and what it bought.',
  '/automatic':
    'What happens by itself: what you buy again and again, and the prices that you are told of.',
  '/admin-transactions-history':
    'The transactions of all merchants, newest first, with their totals. “By merchant” shows those of one.',
  '/admin/transaction-history':
    'The transactions of one merchant, newest first, with their totals, on the screen or as a file.',
  '/profile': 'Your details, your security, and how this app looks.',
  '/pay':
    'What a link or another app asks you to pay. Nothing is sent before you have looked at it and confirmed it.',
} as const satisfies Partial<Record<RoutePath, string>>;

/** The same of the profile's sections. */
export const sectionLeads: Readonly<Record<ProfileSection, string>> = {
  account:
    'Your name and date of birth stay as you registered them. Your address and your time zone can be changed.',
  verification:
    'The law requires us to know who our customers are and where they pay tax. Identity is checked with a document and your face, and again when your data has become old.',
  security:
    'How you sign in, what shows that it is really you, and on which devices you are signed in now.',
  checkUp:
    'What protects this account, and what would protect it better. Each line leads to what puts it right.',
  addressBook:
    'Where you send crypto and cash again and again. What is saved here can be picked when you withdraw.',
  statements:
    'Every month and quarter of your account, as a file: what you owned, what came and went, and what you owned at the end.',
  taxReport:
    'Gains and losses of everything you sold, swapped or paid fees with, by tax year, as a file for your tax return.',
  notifications: 'What we tell you about, and whether in the app or by email.',
};

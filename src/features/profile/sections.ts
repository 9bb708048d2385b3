import { profileSections, type Role } from '#core/routes.ts';
import type { PageIconName } from '#ui/page-icon.tsx';

export type Section = (typeof profileSections)[number];

interface Naming {
  readonly title: string;
  readonly icon: PageIconName;
}

export const naming: Readonly<Record<Section, Naming>> = {
  account: { title: 'Account', icon: 'user' },
  verification: { title: 'Verification', icon: 'identity' },
  security: { title: 'Security', icon: 'shield' },
  addressBook: { title: 'Address Book', icon: 'book' },
  notifications: { title: 'Notifications', icon: 'bell' },
};

/** PROF-01: what tab bar and menu list, before Log out. */
export const mainSections: readonly Section[] = ['account', 'verification', 'security'];
/** Reached from the preferences. */
export const moreSections: readonly Section[] = ['addressBook', 'notifications'];

/** An administrator has no money here: no identity to verify and no addresses to keep. */
const customersOnly: readonly Section[] = ['verification', 'addressBook'];

/** `setsUp`: one who has to set up a second factor before anything else. */
export const sectionsFor = (
  role: Role | undefined,
  list: readonly Section[],
  setsUp = false,
): readonly Section[] =>
  setsUp
    ? list.filter((section) => section === 'security')
    : role === 'admin'
      ? list.filter((section) => !customersOnly.includes(section))
      : list;

export const sectionPath = (section: Section): string => `/profile/${section}`;

export type ProfilePlace =
  /** `heading`: the frame of the app has none, because it has no back button there. */
  | { readonly kind: 'menu'; readonly heading: boolean }
  | { readonly kind: 'section'; readonly section: Section }
  /** No section of that name, or none for this role. */
  | { readonly kind: 'elsewhere' };

/** A purchase sent the customer here to say where they live (BUY-03). */
export const purchaseWaits = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'purchaseWaits' in state;

/**
 * SHELL-05: what an address below /profile shows. `name` is the last part of the address, undefined
 * at /profile itself, where `whole` has the account at once: wide screens have tabs instead of a menu.
 */
export function placeAt(
  name: string | undefined,
  role: Role | undefined,
  whole: boolean,
): ProfilePlace {
  if (name === 'mobile') return { kind: 'menu', heading: false };
  if (name === undefined) {
    return whole ? { kind: 'section', section: 'account' } : { kind: 'menu', heading: true };
  }
  const section = sectionsFor(role, profileSections).find((one) => one === name);
  return section ? { kind: 'section', section } : { kind: 'elsewhere' };
}

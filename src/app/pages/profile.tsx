import { type Content, ProfilePage } from '#features/profile/profile-page.tsx';
import type { Section } from '#features/profile/sections.ts';
import { SecuritySkeleton } from '#features/security/security-skeleton.tsx';
import { part } from '#ui/hooks/part.tsx';

/** Each section's code is loaded when it is first shown. */
const contents: Readonly<Record<Section, Content>> = {
  account: {
    part: part(async () => (await import('#features/profile/account-section.tsx')).AccountSection),
  },
  verification: {
    part: part(
      async () => (await import('#features/profile/verification-section.tsx')).VerificationSection,
    ),
  },
  security: {
    part: part(
      async () => (await import('#features/security/security-section.tsx')).SecuritySection,
    ),
    placeholder: <SecuritySkeleton />,
  },
  checkUp: {
    part: part(
      async () => (await import('#features/security/check-up-section.tsx')).CheckUpSection,
    ),
    placeholder: <SecuritySkeleton />,
  },
  addressBook: {
    part: part(
      async () =>
        (await import('#features/address-book/address-book-section.tsx')).AddressBookSection,
    ),
  },
  statements: {
    part: part(
      async () => (await import('#features/transactions/statements-section.tsx')).StatementsSection,
    ),
  },
  taxReport: {
    part: part(
      async () => (await import('#features/transactions/tax-section.tsx')).TaxReportSection,
    ),
  },
  notifications: {
    part: part(
      async () =>
        (await import('#features/notifications/notifications-section.tsx')).NotificationsSection,
    ),
  },
};

/** The profile page with its sections, which belong to several features. */
export const Profile = () => <ProfilePage contents={contents} />;

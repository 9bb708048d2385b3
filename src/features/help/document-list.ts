import { accessibilityPath, type RoutePath } from '#core/routes.ts';

/** The legal documents, by their titles. */
export const documents: readonly { readonly path: RoutePath; readonly title: string }[] = [
  { path: '/au/terms-and-conditions', title: 'Terms and Conditions, Australia' },
  { path: '/terms-and-conditions', title: 'Terms and Conditions, European Union' },
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/cookie-policy', title: 'Cookie Policy' },
  { path: '/aml-cft-policy', title: 'Prevention of money laundering and terrorist financing' },
  { path: '/msa-statement', title: 'Modern Slavery Statement' },
  { path: accessibilityPath, title: 'Accessibility statement' },
];

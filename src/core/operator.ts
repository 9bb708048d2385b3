/**
 * The company behind the product, and how to reach it. The values are placeholders of the default brand; an
 * operator must fill in their own.
 */
export const operator = {
  company: 'UAB Kopa Digital Assets',
  companyCode: '306000000',
  registeredAddress: 'Gedimino pr. 1, LT-01103 Vilnius, Lithuania',
  supportEmail: 'support@kopa.test',
  privacyEmail: 'privacy@kopa.test',
  /** For reports of vulnerabilities; published in /.well-known/security.txt. */
  securityEmail: 'security@kopa.test',
  complaintsEmail: 'complaints@kopa.test',
  /** First name of the merchant whose transactions an admin sees first, if there is one. */
  defaultMerchant: 'Kopa',
  licence: {
    eu: 'UAB Kopa Digital Assets, authorised in the Republic of Lithuania as a crypto-asset service provider',
    au: 'Kopa Australia Pty Ltd, registered in Australia as a digital currency exchange provider',
  },
} as const;

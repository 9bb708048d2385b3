/**
 * The ages, deadlines, amounts and rules that the terms and conditions must state, each with the text by which the
 * test finds it in the rendered document.
 */
const terms: readonly (readonly [constant: string, text: string])[] = [
  ['minimum age', 'you are 18 or older'],
  ['minimum age', 'The minimum age is 18.'],
  ['underage', 'If we find that a customer is underage, we close the profile.'],
  ['identity', 'Identity verification is required.'],
  [
    'data update',
    'If you do not update your data within 3 months of the due date, we limit the services',
  ],
  ['funding', 'only with a payment method in your own name'],
  ['end of the business day', 'A business day ends at 17:00 EEST'],
  ['refund window', 'request a refund within 24 hours'],
  ['error report window', 'report it within 7 days'],
  ['investigation answer', 'answer within 30 days'],
  ['no error found', 'a written explanation within 3 business days'],
  ['complaints', 'aim to resolve a complaint within 15 business days'],
  [
    'liability cap',
    'For each incident our liability is limited to the greater of the service fee paid',
  ],
  ['liability cap', '50 euro'],
  ['cold storage', '98% of customers’ crypto-assets offline, in cold storage'],
  ['monitoring', 'monitored 24/7'],
  ['amendments', 'We notify you at least one month ahead'],
  ['termination notice', 'We can end the agreement with two months’ notice.'],
  ['termination at once', 'with immediate effect in a case of fraud'],
  ['after termination', 'After termination pending transactions are processed'],
  ['after termination', 'balances are refunded to you within one year'],
  ['after termination', 'unclaimed funds are forfeited'],
  ['finality', 'Trades and transfers execute immediately and cannot be cancelled.'],
  ['prices', 'Prices and fees are shown before you confirm.'],
  ['over the counter', 'Large volumes can be traded over the counter.'],
  ['credentials', 'You protect your credentials'],
  ['second factor', 'You enable two-factor authentication when we prompt you to.'],
  ['multiple accounts', 'Multiple accounts are prohibited'],
  ['trading for others', 'trade for others'],
  ['false information', 'Giving false information is prohibited.'],
  ['measures', 'We may limit, delay, refuse or suspend the service'],
  ['law', 'is a Lithuanian company, and these terms are governed by the law of the Republic of'],
];

const aml: readonly (readonly [constant: string, text: string])[] = [
  ['reporting threshold', 'EUR 15,000'],
  ['suspicious activity', 'within 1 business day'],
  [
    'suspend and report',
    'suspend it and report it to the financial intelligence unit within 3 business hours',
  ],
  ['suspension', 'A suspension lasts up to 10 business days'],
  ['update, high risk', 'at least yearly for the high-risk group'],
  ['update, medium risk', 'every 2 years for the medium-risk group'],
  ['update, low risk', 'every 3 years for the low-risk group'],
  ['limited services', 'within 3 months of the due date receive limited services'],
  ['identity and transaction documents', 'Identity and transaction documents kept for 8 years'],
  ['correspondence and investigations', 'Correspondence and investigations kept for 5 years'],
  ['extension', 'Retention is extendable by 2 years'],
  ['personal data', 'kept at least 5 years after the relationship ends'],
  ['registers', 'Records are entered within 3 business days'],
  ['staff change', 'We notify it within 7 business days of a change of these members of staff.'],
  ['risk groups', 'The groups are low, medium and high.'],
];

/** The required texts, by the path of the document that must contain them. */
export const legalConstants = {
  '/terms-and-conditions': [
    ...terms,
    ['residence', 'resident in a country of the European Union that we support'],
  ],
  '/au/terms-and-conditions': [
    ...terms,
    ['residence', 'resident in Australia'],
    ['local licence', 'The service is offered in Australia under a local licence'],
  ],
  '/aml-cft-policy': aml,
} as const;

export const dataCategories = [
  'Identity',
  'Contact',
  'Support',
  'Government ID',
  'Marketing',
  'Payment',
  'Promotions',
  'Recipient',
  'Referral',
  'Biometric',
  'Survey',
  'Technical',
  'Transaction',
  'Usage',
] as const;

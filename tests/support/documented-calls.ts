/**
 * The calls of the API as the two documents of the specification list them. They are typed in here again, not derived
 * from the contract, so that a test notices a field renamed in the contract.
 */
export interface DocumentedCall {
  readonly path: string;
  /** The fields of the payload; one with a question mark has a default. */
  readonly payload: readonly string[];
  /** Further fields that our server requires, only to authorise the call (HARD-21). */
  readonly beyond?: readonly string[];
  /** The fields of the answer, as paths into it; `[]` is every element of a list that is not empty. */
  readonly answer: readonly string[];
}

const registration = [
  'email',
  'password',
  'otp',
  'device_info',
  'country_code',
  'currency_code',
  'is_eu',
  'ip',
  'first_name',
  'last_name',
  'dob',
];

/** Without the two tokens, which the answer has beside the user. */
const user = [
  'email',
  'first_name',
  'last_name',
  'dob',
  'address',
  'city',
  'state',
  'postal',
  'currency_code',
  'role',
  'is2FA',
  'country_code',
  'id',
  'phone',
];

const accountTransaction = [
  'account_transaction_id',
  'transaction_class',
  'type',
  'amount',
  'currency_id',
  'created_at',
  'comment',
  'network',
  'sender',
  'recipient',
  'payment_method',
];
const merchantTransaction = [
  '_id',
  'transaction_id',
  'request_type',
  'status',
  'code',
  'amount',
  'currency',
  'currency_amount',
  'currency_value',
  'user_name',
  'source',
  'orderreference',
  'createdAt',
];

const within = (path: string, fields: readonly string[]): readonly string[] =>
  fields.map((field) => `${path}.${field}`);

export const documentedCalls: readonly DocumentedCall[] = [
  // Accounts
  { path: '/users/get-new-token', payload: ['refreshToken'], answer: ['token'] },
  { path: '/users/create-user', payload: registration, answer: ['status'] },
  {
    path: '/users/login',
    payload: ['email', 'password'],
    answer: [...within('user', user), 'token', 'refreshToken'],
  },
  { path: '/users/send-email-otp', payload: ['email', 'type?'], answer: ['message'] },
  {
    path: '/users/verify-otp-and-update-password',
    payload: ['email', 'otp', 'password'],
    answer: ['status'],
  },
  {
    path: '/users/change-password',
    payload: ['oldPassword', 'newPassword'],
    answer: ['status', 'message'],
  },
  {
    path: '/users/delete-account',
    payload: [],
    beyond: ['password'],
    answer: ['status', 'message'],
  },
  {
    path: '/users/update-profile',
    payload: ['address', 'city', 'state', 'postal'],
    answer: ['status'],
  },
  {
    path: '/users/generate-2fa-secret',
    payload: [],
    answer: ['data.base32', 'data.qrCodeUrl'],
  },
  {
    path: '/users/enable-2fa',
    payload: ['security_key', 'otp'],
    beyond: ['password'],
    answer: ['status'],
  },
  { path: '/users/verify-2fa', payload: ['otp'], answer: ['data.valid'] },
  { path: '/exchange/get-sumsub-token', payload: [], answer: ['data.token'] },
  {
    path: '/exchange/get-kyc-status',
    payload: [],
    answer: within('data.kyc_data[]', ['kyc_property', 'kyc_value']),
  },
  { path: '/exchange/update-kyc-status', payload: ['kyc_status'], answer: ['status'] },

  // Wallet and exchange
  {
    path: '/exchange/get-wallet-list',
    payload: ['quoteCurrencyId?'],
    answer: [
      'status',
      ...within('data[]', [
        'currency.currency_id',
        'currency.precision',
        'free_balance',
        'free_balance_quoted',
      ]),
    ],
  },
  {
    path: '/exchange/swap-crypto',
    payload: ['sourceCurrencyId', 'targetCurrencyId', 'ttl?', 'sourceCurrencyAmount'],
    answer: within('data', ['conversion_quote_id', 'target_currency_amount']),
  },
  {
    path: '/exchange/confirm-swap',
    payload: ['conversionQuoteId', 'userId'],
    answer: ['status'],
  },
  {
    path: '/exchange/transaction-history',
    payload: [],
    answer: ['status', ...within('data[]', accountTransaction)],
  },
  {
    path: '/exchange/init-transaction',
    payload: [
      'amount',
      'currency?',
      'crypto_value',
      'crypto_currency',
      'usdc',
      'success_url',
      'decline_url',
      'fail_url',
      'cancel_url',
      'payment_test_env',
    ],
    answer: within('data', ['tracking_id', 'checkout.token', 'checkout.redirect_url']),
  },
  {
    path: '/exchange/insert-transaction',
    payload: [
      'transaction_id',
      'amount',
      'currency',
      'crypto_value',
      'crypto_currency',
      'usdc',
      'device_type',
      'status',
      'data?',
    ],
    answer: ['status'],
  },
  {
    path: '/exchange/get-currency-price',
    payload: ['base_currency', 'quote_currency'],
    answer: within('data[]', ['bid', 'ask']),
  },
  {
    path: '/exchange/create-withdrawal-action',
    payload: ['amount', 'cryptoAddress', 'paymentRouteId'],
    beyond: ['password'],
    answer: ['status'],
  },
  {
    path: '/exchange/get-payment-route-id',
    payload: ['limit?', 'offset?'],
    answer: within('data[]', [
      'payment_route_id',
      'currency_id',
      'crypto_network_name',
      'is_active',
    ]),
  },
  {
    path: '/exchange/get-instruments',
    payload: ['limit?'],
    answer: within('data.instruments[]', [
      'is_active',
      'base_currency_id',
      'quote_currency_id',
      'min_quantity',
    ]),
  },
  {
    path: '/exchange/generate-address',
    payload: ['currencyId', 'paymentRouteId'],
    answer: ['data.address'],
  },
  {
    path: '/exchange/get-equivalent-usdc',
    payload: ['transaction_id'],
    answer: ['status', ...within('data', ['amount', 'currency', 'usdcRate'])],
  },
  {
    path: '/exchange/get-merchant-list',
    payload: [],
    answer: ['status', ...within('data[]', ['merchant_id', 'first_name', 'last_name'])],
  },
  {
    path: '/client/payment/merchant/get-transaction-listing',
    payload: [
      'page?',
      'limit?',
      'search_key?',
      'order?',
      'sourceSearch?',
      'statusSearch?',
      'user_id?',
    ],
    answer: ['status', ...within('data.details[]', merchantTransaction)],
  },
];

export const fieldName = (field: string): string => field.replace('?', '');

/** The documented call of a path; throws if the documents have none. */
export function documented(path: string): DocumentedCall {
  const call = documentedCalls.find((one) => one.path === path);
  if (!call) throw new Error(`not in the documents: ${path}`);
  return call;
}

/** The names of notification groups and events on screen. */
export const groupTexts: Readonly<Record<string, string>> = {
  orders: 'Orders',
  transactions: 'Transactions',
  conversions: 'Conversions',
  account: 'Account',
  vaults: 'Vaults',
  referrals: 'Referrals',
};

export const eventTexts: Readonly<Record<string, string>> = {
  orderCreated: 'Order created',
  orderCompleted: 'Order completed',
  orderCancelled: 'Order cancelled',
  orderRejected: 'Order rejected',
  tradeCompleted: 'Trade completed',
  marginCall: 'Margin call',
  marginLiquidation: 'Margin liquidation',
  transactionCreated: 'Transaction created',
  transactionCompleted: 'Transaction completed',
  transactionRejected: 'Transaction rejected',
  manualBalanceUpdate: 'Manual balance update',
  conversionCompleted: 'Conversion completed',
  conversionRejected: 'Conversion rejected',
  loginEvents: 'Sign-ins from new devices',
  cryptoAddressCreated: 'Crypto address created',
  kYCStatus: 'Verification status',
  '2FAEvents': 'Two-factor authentication',
  vaultDeactivated: 'Vault deactivated',
  vaultExpired: 'Vault expired',
  referralRewarded: 'Referral rewarded',
};

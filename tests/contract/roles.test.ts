import { describe, expect, test } from 'vitest';
import type { Access } from '#core/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { hex32, rawCall, sealedBody } from '#tests/support/raw-call.ts';
import { sharedWorld } from '#tests/support/world.ts';

/** Who may call what, stated a second time: a new endpoint without a row here does not compile. */
const expected = {
  login: 'anonymous',
  getNewToken: 'anonymous',
  logout: 'session',
  endLeftSession: 'anonymous',
  sendEmailOtp: 'anonymous',
  checkPasswordChoice: 'anonymous',
  createUser: 'anonymous',
  verifyOtpAndUpdatePassword: 'anonymous',
  updateProfile: 'session',
  changePassword: 'session',
  requestEmailChange: 'session',
  confirmEmailChange: 'session',
  getRemainder: 'session',
  deleteAccount: 'session',
  downloadOwnData: 'user',
  generateTwoFactorSecret: 'session',
  enableTwoFactor: 'session',
  verifyTwoFactor: 'session',
  getSecurity: 'session',
  disableTwoFactor: 'session',
  renewRecoveryCodes: 'session',
  setAntiPhishingCode: 'session',
  noteSecondFactorAsked: 'user',
  setAddressBookOnly: 'user',
  slowWaysOut: 'user',
  freezeAccount: 'session',
  endDeviceSession: 'session',
  endOtherSessions: 'session',
  passkeySignInChallenge: 'anonymous',
  passkeySignIn: 'anonymous',
  passkeyAddChallenge: 'session',
  addPasskey: 'session',
  renamePasskey: 'session',
  removePasskey: 'session',
  passkeyProofChallenge: 'session',
  showPasskey: 'session',
  requestRecovery: 'anonymous',
  getRecovery: 'anonymous',
  getRecoveryToken: 'anonymous',
  reportRecoveryCheck: 'anonymous',
  stopRecovery: 'anonymous',
  stopOwnRecovery: 'session',
  getSumsubToken: 'user',
  getKycStatus: 'user',
  updateKycStatus: 'user',
  certifyTaxResidence: 'user',
  getWalletList: 'user',
  listWaiting: 'user',
  getContact: 'user',
  listRequests: 'user',
  sendRequest: 'user',
  getBankDetails: 'user',
  openBankAccount: 'user',
  getCurrencyPrice: 'user',
  getPriceHistory: 'user',
  listNotes: 'user',
  openNotesKey: 'user',
  putNotesKey: 'user',
  saveNote: 'user',
  removeNotes: 'user',
  listRecurringBuys: 'user',
  addRecurringBuy: 'user',
  changeRecurringBuy: 'user',
  listPriceAlerts: 'user',
  addPriceAlert: 'user',
  removePriceAlert: 'user',
  getInstruments: 'user',
  swapCrypto: 'user',
  confirmSwap: 'user',
  getAttemptOutcome: 'anonymous',
  getOperationOutcome: 'user',
  getTransactionHistory: 'user',
  getGains: 'user',
  stateCost: 'user',
  openTaxReport: 'user',
  getTaxJournals: 'user',
  getMonthBalances: 'user',
  getPortfolioHistory: 'user',
  initTransaction: 'user',
  insertTransaction: 'user',
  getPurchases: 'user',
  seePurchase: 'user',
  getEquivalentUsdc: 'user',
  getPaymentRoutes: 'user',
  generateAddress: 'user',
  listReceiving: 'user',
  createWithdrawal: 'user',
  createPayout: 'user',
  sendTransferCode: 'user',
  checkPayee: 'user',
  checkWithdrawalAddress: 'user',
  describeRecipient: 'user',
  proveRecipient: 'user',
  answerDeposit: 'user',
  getWithdrawal: 'user',
  cancelWithdrawal: 'user',
  listAddresses: 'user',
  saveAddress: 'user',
  deleteAddress: 'user',
  getNotifications: 'session',
  saveNotifications: 'session',
  listNotices: 'session',
  savePushSubscription: 'session',
  deletePushSubscription: 'session',
  getMerchantList: 'admin',
  getMerchantTransactions: 'admin',
  getTerms: 'user',
  listCases: 'compliance',
  getCase: 'compliance',
  readCustomer: 'compliance',
  decideCase: 'compliance',
  openRegister: 'compliance',
  exportRegister: 'compliance',
  exportEvidence: 'compliance',
  readPosition: 'compliance',
  readArchive: 'compliance',
  eraseArchive: 'compliance',
  extendArchive: 'compliance',
  startConversation: 'compliance',
  endConversation: 'compliance',
} as const satisfies Record<EndpointName, Access>;

const callers = ['nobody', 'a deleted customer', 'a customer', 'an admin', 'an officer'] as const;
type CallerName = (typeof callers)[number];

const mayCall: Readonly<Record<Access, readonly CallerName[]>> = {
  anonymous: callers,
  session: ['a customer', 'an admin', 'an officer'],
  user: ['a customer'],
  admin: ['an admin'],
  compliance: ['an officer'],
};

const kopa = sharedWorld();

async function credentialOf(caller: CallerName) {
  if (caller === 'nobody') return {};
  const { id, credential } = await kopa.person({
    role: caller === 'an admin' ? 'admin' : caller === 'an officer' ? 'compliance' : 'user',
  });
  if (caller === 'a deleted customer') {
    await kopa.db
      .updateTable('users')
      .set({ deleted_at: kopa.clock.sql })
      .where('id', '=', id)
      .execute();
  }
  return { credential };
}

const refusedAs = (caller: CallerName): number =>
  caller === 'nobody' || caller === 'a deleted customer' ? 401 : 403;

describe.each(Object.entries(endpoints))('%s', (name, endpoint) => {
  const access = expected[name as EndpointName];

  test('has the agreed access', () => {
    expect(endpoint.access).toBe(access);
  });

  test.each(callers)('lets in or refuses %s as agreed', async (caller) => {
    const reply = await rawCall(kopa.url, endpoint, sealedBody({}), {
      ...(await credentialOf(caller)),
      headers: { 'idempotency-key': hex32() },
    });
    if (mayCall[access].includes(caller)) {
      // NET-04: the endpoint exists; what it answers to an empty request is its own business. So is
      // the rule that the holder of an admin's account cannot delete it.
      if (name === 'deleteAccount' && caller !== 'a customer') return;
      expect([200, 400, 401, 409, 422]).toContain(reply.status);
      expect(reply.body?.security).not.toBe(false);
      expect(reply.body?.code).not.toBe('FORBIDDEN');
    } else {
      expect(reply.status).toBe(refusedAs(caller));
      expect(reply.body).toMatchObject({ status: 'error' });
    }
  });

  test('answers nothing but POST', async () => {
    const response = await fetch(`${kopa.url}/api${endpoint.path}`);
    expect(response.status).toBe(404);
  });
});

test('BEY-01 no money moves without a well-formed idempotency key', async () => {
  for (const endpoint of Object.values(endpoints)) {
    if (endpoint.effect !== 'money') continue;
    for (const key of ['', 'short', 'A'.repeat(32)]) {
      const reply = await rawCall(kopa.url, endpoint, sealedBody({}), {
        ...(await credentialOf('a customer')),
        headers: key ? { 'idempotency-key': key } : {},
      });
      expect(reply.status).toBe(400);
    }
  }
});

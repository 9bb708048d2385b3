import { accountHandlers } from './account.ts';
import { addressBookHandlers } from './address-book.ts';
import { bankHandlers } from './bank.ts';
import { deskHandlers } from './desk.ts';
import { fundsHandlers } from './funds.ts';
import { gainsHandlers } from './gains.ts';
import type { Handlers } from './handler.ts';
import { historyHandlers } from './history.ts';
import { identityHandlers } from './identity.ts';
import { merchantHandlers } from './merchant.ts';
import { notesHandlers } from './notes.ts';
import { notificationsHandlers } from './notifications.ts';
import { operationHandlers } from './operation.ts';
import { passkeyHandlers } from './passkeys.ts';
import { paymentHandlers } from './payment.ts';
import { portfolioHandlers } from './portfolio.ts';
import { priceAlertHandlers } from './price-alerts.ts';
import { recoveryHandlers } from './recovery.ts';
import { recurringBuyHandlers } from './recurring-buys.ts';
import { registrationHandlers } from './registration.ts';
import { requestHandlers } from './request.ts';
import { securityHandlers } from './security.ts';
import { sessionHandlers } from './session.ts';
import { swapHandlers } from './swap.ts';
import { termsHandlers } from './terms.ts';
import { waitingHandlers } from './waiting.ts';
import { walletHandlers } from './wallet.ts';
import { withdrawalHandlers } from './withdrawal.ts';

/** The handlers of all endpoints; a missing one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...addressBookHandlers,
  ...deskHandlers,
  ...bankHandlers,
  ...fundsHandlers,
  ...gainsHandlers,
  ...historyHandlers,
  ...identityHandlers,
  ...merchantHandlers,
  ...notesHandlers,
  ...notificationsHandlers,
  ...operationHandlers,
  ...passkeyHandlers,
  ...paymentHandlers,
  ...portfolioHandlers,
  ...priceAlertHandlers,
  ...recurringBuyHandlers,
  ...recoveryHandlers,
  ...registrationHandlers,
  ...requestHandlers,
  ...securityHandlers,
  ...sessionHandlers,
  ...swapHandlers,
  ...termsHandlers,
  ...waitingHandlers,
  ...walletHandlers,
  ...withdrawalHandlers,
};

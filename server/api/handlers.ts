import { accountHandlers } from './account/account.ts';
import { addressBookHandlers } from './account/address-book.ts';
import { identityHandlers } from './account/identity.ts';
import { notificationsHandlers } from './account/notifications.ts';
import { passkeyHandlers } from './account/passkeys.ts';
import { recoveryHandlers } from './account/recovery.ts';
import { registrationHandlers } from './account/registration.ts';
import { securityHandlers } from './account/security.ts';
import { sessionHandlers } from './account/session.ts';
import { termsHandlers } from './account/terms.ts';
import type { Handlers } from './handling/handler.ts';
import { operationHandlers } from './handling/operation.ts';
import { requestHandlers } from './handling/request.ts';
import { bankHandlers } from './money/bank.ts';
import { fundsHandlers } from './money/funds.ts';
import { paymentHandlers } from './money/payment.ts';
import { recurringBuyHandlers } from './money/recurring-buys.ts';
import { swapHandlers } from './money/swap.ts';
import { waitingHandlers } from './money/waiting.ts';
import { withdrawalHandlers } from './money/withdrawal.ts';
import { deskHandlers } from './staff/desk.ts';
import { merchantHandlers } from './staff/merchant.ts';
import { gainsHandlers } from './wallet/gains.ts';
import { historyHandlers } from './wallet/history.ts';
import { notesHandlers } from './wallet/notes.ts';
import { portfolioHandlers } from './wallet/portfolio.ts';
import { priceAlertHandlers } from './wallet/price-alerts.ts';
import { walletHandlers } from './wallet/wallet.ts';

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

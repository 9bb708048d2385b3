import { accountHandlers } from './account.ts';
import { addressBookHandlers } from './address-book.ts';
import { fundsHandlers } from './funds.ts';
import type { Handlers } from './handler.ts';
import { historyHandlers } from './history.ts';
import { identityHandlers } from './identity.ts';
import { merchantHandlers } from './merchant.ts';
import { notificationsHandlers } from './notifications.ts';
import { operationHandlers } from './operation.ts';
import { paymentHandlers } from './payment.ts';
import { recoveryHandlers } from './recovery.ts';
import { registrationHandlers } from './registration.ts';
import { securityHandlers } from './security.ts';
import { sessionHandlers } from './session.ts';
import { swapHandlers } from './swap.ts';
import { walletHandlers } from './wallet.ts';
import { withdrawalHandlers } from './withdrawal.ts';

/** The handler of every endpoint; one that is missing does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...addressBookHandlers,
  ...fundsHandlers,
  ...historyHandlers,
  ...identityHandlers,
  ...merchantHandlers,
  ...notificationsHandlers,
  ...operationHandlers,
  ...paymentHandlers,
  ...recoveryHandlers,
  ...registrationHandlers,
  ...securityHandlers,
  ...sessionHandlers,
  ...swapHandlers,
  ...walletHandlers,
  ...withdrawalHandlers,
};

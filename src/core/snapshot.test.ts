import { expect, test } from 'vitest';
import { getKycStatus } from './contract/account/identity.ts';
import { listRequests } from './contract/account/request.ts';
import { getBankDetails } from './contract/money/bank.ts';
import { getPaymentRoutes, listReceiving } from './contract/money/funds.ts';
import { getTransactionHistory } from './contract/wallet/history.ts';
import { getPortfolioHistory } from './contract/wallet/portfolio.ts';
import { getWalletList } from './contract/wallet/wallet.ts';
import { snapshotPaths } from './snapshot.ts';

// Written twice, so that neither the worker nor the shell carries the contract for it.
test('PWA-04 what is kept on the device are the reads of the contract', () => {
  expect(snapshotPaths).toEqual({
    wallet: getWalletList.path,
    history: getTransactionHistory.path,
    routes: getPaymentRoutes.path,
    receiving: listReceiving.path,
    identity: getKycStatus.path,
    requests: listRequests.path,
    bank: getBankDetails.path,
    portfolio: getPortfolioHistory.path,
  });
});

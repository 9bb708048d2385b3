import { expect, test } from 'vitest';
import { getBankDetails } from './contract/bank.ts';
import { getPaymentRoutes, listReceiving } from './contract/funds.ts';
import { getTransactionHistory } from './contract/history.ts';
import { getKycStatus } from './contract/identity.ts';
import { getPortfolioHistory } from './contract/portfolio.ts';
import { listRequests } from './contract/request.ts';
import { getWalletList } from './contract/wallet.ts';
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

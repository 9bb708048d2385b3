import type { Deps } from '#server/deps.ts';
import { keepCounterparty } from '#server/services/checks/travel-rule/counterparties.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { ADA } from './recipients.ts';

/** The addresses to which tests send, each with its network and its tag, if it has one. */
const usual = [
  ['Bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ...['Ethereum', 'Avalanche C-Chain'].flatMap((network) =>
    [
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      '0x9858effd000000000000000000000000000eda94',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    ].map((address) => [network, address] as const),
  ),
  ['Solana', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
  ['Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ...['', '0', '7'].map(
    (tag) => ['XRP Ledger', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag] as const,
  ),
  // X-addresses: with the tag 1, with the tag 32, and without a tag for the account of the second.
  ['XRP Ledger', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb'],
  ['XRP Ledger', 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe'],
  ['XRP Ledger', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'],
] as const;

/** Stores the owner of each usual recipient for a customer, so that a withdrawal does not ask for it. */
export const knowsUsualRecipients = (deps: Deps, userId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    for (const [network, address, tag = ''] of usual) {
      await keepCounterparty(tx, deps.clock, userId, { network, address, tag }, ADA);
    }
  });

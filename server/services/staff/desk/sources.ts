import type { CaseKind } from '#core/contract/staff/desk-act.ts';
import { bankCases } from './bank-cases.ts';
import { cardHolderCases } from './card-holder-cases.ts';
import { chargeBackCases } from './charge-back-cases.ts';
import { closedMoneyCases } from './closed-money-cases.ts';
import { debtCases } from './debt-cases.ts';
import { depositCases } from './deposit-cases.ts';
import { endingCases } from './ending-cases.ts';
import { heldCases, suspendedCases } from './held-cases.ts';
import { identityCases } from './identity-cases.ts';
import { monitoringCases } from './monitoring-cases.ts';
import { payeeCases } from './payee-cases.ts';
import { requestCases } from './request-cases.ts';
import { riskCases } from './risk-cases.ts';
import type { CaseSource } from './source.ts';
import { stuckCases } from './stuck-cases.ts';

/** All kinds of cases: a missing one does not compile. */
export const sources: { readonly [Kind in CaseKind]: CaseSource<Kind> } = {
  request: requestCases,
  held: heldCases,
  suspended: suspendedCases,
  monitoring: monitoringCases,
  'deposit-aside': depositCases,
  'bank-aside': bankCases,
  'closed-money': closedMoneyCases,
  payee: payeeCases,
  identity: identityCases,
  risk: riskCases,
  ending: endingCases,
  debt: debtCases,
  'charge-back': chargeBackCases,
  'card-holder': cardHolderCases,
  stuck: stuckCases,
};

import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import { positionForDesk, readPositions } from '#server/services/records/position/position.ts';
import {
  eraseClosedAccount,
  keepLonger,
  readClosedAccounts,
} from '#server/services/staff/desk/closed-accounts.ts';
import { endConversation, startConversation } from '#server/services/staff/desk/conversations.ts';
import { showCustomer } from '#server/services/staff/desk/customer.ts';
import { decide, showCase, showCases } from '#server/services/staff/desk/desk.ts';
import { takeEvidence } from '#server/services/staff/desk/evidence.ts';
import { openForReading, readRegister } from '#server/services/staff/desk/registers.ts';

/** Runs what a code was given for, and counts the code as an attempt. */
const counted = <T>(
  call: Parameters<typeof signedIn>[0],
  otp: string,
  work: (officer: Owner) => Promise<T | Refused>,
): Promise<T | Refused> => {
  const officer = signedIn(call);
  return countingSecondFactor(call.deps, officer.userId, otp, () => work(officer));
};

export const deskHandlers = {
  listCases: async (call, { after, kind, search, today_ends, week_ends }) => {
    const { userId, asOf } = signedIn(call);
    const cases = await showCases(call.deps, userId, {
      ...{ after, kind, search },
      ...(today_ends !== undefined && { today: new Date(today_ends) }),
      ...(week_ends !== undefined && { week: new Date(week_ends) }),
    });
    if (isRefused(cases)) return cases;
    const { rows, open, kinds, next } = cases;
    return {
      status: 'success',
      data: rows,
      open,
      kinds,
      ...(next !== undefined && { next }),
      as_of: asOf.toISOString(),
    };
  },

  getCase: async (call, which) => {
    const data = await showCase(call.deps, signedIn(call).userId, which);
    return isRefused(data) ? data : { status: 'success', data };
  },

  readCustomer: async (call, { id, after }) => {
    const found = await showCustomer(call.deps, signedIn(call).userId, { id, after });
    return isRefused(found) ? found : { status: 'success', ...found };
  },

  decideCase: async (call, { kind, id, decision, reason, due_at, to, seen, version, otp }) => {
    const due = due_at === undefined ? undefined : new Date(due_at);
    const asked = { decision, reason, due, to, seen, version, otp };
    const decided = await counted(call, otp, (officer) =>
      decide(call.deps, officer, { kind, id }, asked),
    );
    return isRefused(decided) ? decided : { status: 'success', ...decided };
  },

  openRegister: async (call, asked) =>
    (await counted(call, asked.otp, (officer) => openForReading(call.deps, officer, asked))) ?? {
      status: 'success',
    },

  exportRegister: async (call, { register, after }) => {
    const read = await readRegister(call.deps, signedIn(call), register, after);
    return isRefused(read) ? read : { status: 'success', ...read };
  },

  exportEvidence: async (call, asked) => {
    const data = await counted(call, asked.otp, (officer) =>
      takeEvidence(call.deps, officer, asked),
    );
    return isRefused(data) ? data : { status: 'success', data };
  },

  readPosition: async (call) => {
    const { deps } = call;
    const { asOf } = signedIn(call);
    const data = (await readPositions(deps)).map((one) => positionForDesk(one, deps.parties));
    return { status: 'success', data, as_of: asOf.toISOString() };
  },

  readArchive: (call, asked) =>
    counted(call, asked.otp, (officer) => readClosedAccounts(call.deps, officer, asked)),

  startConversation: async (call, asked) =>
    (await counted(call, asked.otp, (officer) => startConversation(call.deps, officer, asked))) ?? {
      status: 'success',
    },

  endConversation: async (call, { id }) =>
    (await endConversation(call.deps, signedIn(call), id)) ?? { status: 'success' },

  eraseArchive: async (call, asked) => {
    const erased = await counted(call, asked.otp, (officer) =>
      eraseClosedAccount(call.deps, officer, asked),
    );
    return isRefused(erased) ? erased : { status: 'success', ...erased };
  },

  extendArchive: async (call, asked) =>
    (await counted(call, asked.otp, (officer) => keepLonger(call.deps, officer, asked))) ?? {
      status: 'success',
    },
} satisfies Partial<Handlers>;

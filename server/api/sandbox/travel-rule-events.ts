import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { did, type SandboxEvent } from './told.ts';

const beneficiary: SandboxEvent = async ({ db }, field) => {
  const refused = field('how') === 'refused';
  await writeSwitch(db, 'beneficiary', refused ? 'refused' : undefined);
  return did(`The providers of recipients ${refused ? 'take no withdrawal' : 'take withdrawals'}.`);
};

const originator: SandboxEvent = async ({ db }, field) => {
  const missing = field('how') === 'missing';
  await writeSwitch(db, 'originator', missing ? 'missing' : undefined);
  return did(
    missing
      ? 'No provider tells who sent a deposit: the customer is asked.'
      : 'Providers tell who sent a deposit.',
  );
};

export const travelRuleEvents = { beneficiary, originator };

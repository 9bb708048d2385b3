import { type InProcess, type Person, type PersonOptions, person } from './in-process.ts';
import { Sandbox } from './sandbox.ts';

/** A customer whose identity check is passed. */
export async function approvedPerson(
  { deps, url }: InProcess,
  options: PersonOptions = {},
): Promise<Person> {
  const someone = await person(deps, options);
  await new Sandbox(url).kyc(someone.email, 'approved');
  return someone;
}

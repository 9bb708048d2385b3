import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { findUserByEmail, type UserRow } from '#server/services/users/users.ts';

/** What came of a button, in a sentence for whoever pressed it. */
export interface Told {
  readonly sentence: string;
  readonly happened: boolean;
}

export const did = (sentence: string): Told => ({ sentence, happened: true });
export const didNot = (sentence: string): Told => ({ sentence, happened: false });

/** The fields of a form, as text; one that is missing is empty. */
export type Field = (name: string) => string;

/** An event of the outside world. `app` is this server, for a provider that sends it a notice. */
export type SandboxEvent = (deps: Deps, field: Field, app: Hono) => Promise<Told>;

/** An event of a customer. */
export const ofCustomer =
  (
    happen: (deps: Deps, field: Field, customer: UserRow, app: Hono) => Promise<Told>,
  ): SandboxEvent =>
  async (deps, field, app) => {
    const customer = await findUserByEmail(deps.db, field('customer'));
    return customer?.role === 'user'
      ? happen(deps, field, customer, app)
      : didNot('Choose a customer first.');
  };

/** A whole number in a form, or undefined. */
export function wholeOf(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
  return number !== undefined && number >= least && number <= most ? number : undefined;
}

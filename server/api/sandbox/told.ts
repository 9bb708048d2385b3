import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { findUserByEmail, type UserRow } from '#server/services/customers/users/users.ts';

/** The result of a button, as a sentence for the person who pressed it. */
export interface Happening {
  readonly sentence: string;
  readonly happened: boolean;
}

export const did = (sentence: string): Happening => ({ sentence, happened: true });
export const didNot = (sentence: string): Happening => ({ sentence, happened: false });

/** The value of a form's field; empty if it is missing. */
export type Field = (name: string) => string;

/** An event of the outside world. `app` is this server, which receives a provider's notice. */
export type SandboxEvent = (deps: Deps, field: Field, app: Hono) => Promise<Happening>;

/** An event of one customer. */
export const ofCustomer =
  (
    happen: (deps: Deps, field: Field, customer: UserRow, app: Hono) => Promise<Happening>,
  ): SandboxEvent =>
  async (deps, field, app) => {
    const customer = await findUserByEmail(deps.db, field('customer'));
    return customer?.role === 'user'
      ? happen(deps, field, customer, app)
      : didNot('Choose a customer first.');
  };

/** A whole number from a form, or undefined. */
export function wholeOf(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
  return number !== undefined && number >= least && number <= most ? number : undefined;
}

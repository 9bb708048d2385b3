import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Moment } from './core-schema.ts';

/** Append-only: the newest row counts. */
interface TaxCertifications {
  id: GeneratedAlways<string>;
  user_id: string;
  address: string;
  city: string;
  state: string;
  postal: string;
  country: string;
  residences: Json;
  declaration: string;
  certified_at: Moment;
}

/** Customers who traded before certifications existed and have none yet. */
export interface TaxAsks {
  user_id: string;
  asked_at: Moment;
  limited_at: Moment;
  /** The last stage that the customer was notified of: see `taxStageOf`. */
  told: Generated<number>;
  look_at: Moment;
}

/** The time zone of a customer's tax years, by residence; an empty country before a certification. */
interface TaxZones {
  user_id: string;
  country: string;
  zone: string;
  first_at: Moment;
}

/** A file for a tax office. Append-only. */
interface CarfMessages {
  reference: string;
  /** The country of the tax office. */
  country: string;
  year: number;
  kind: 'new' | 'correction' | 'none';
  made_at: Moment;
}

/** Who was reported in it, and the hash of what was reported. */
interface CarfRecords {
  message: string;
  user_id: string;
  reference: string;
  digest: string;
}

/** The tables of tax residences and reports. */
export interface TaxSchema {
  tax_certifications: TaxCertifications;
  tax_asks: TaxAsks;
  tax_zones: TaxZones;
  carf_messages: CarfMessages;
  carf_records: CarfRecords;
}

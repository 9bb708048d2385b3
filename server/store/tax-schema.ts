import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Moment } from './core-schema.ts';

/** Rows are added, and never changed: the newest counts. */
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

/** Who traded before there were certifications, and has none yet. */
export interface TaxAsks {
  user_id: string;
  asked_at: Moment;
  limited_at: Moment;
  /** What the customer was told of: see `taxStageOf`. */
  told: Generated<number>;
  look_at: Moment;
}

/** A file for a tax office. Rows are added, and never changed. */
interface CarfMessages {
  reference: string;
  /** Whose office. */
  country: string;
  year: number;
  kind: 'new' | 'correction' | 'none';
  made_at: Moment;
}

/** Who was in it, and what it said of them, as a digest. */
interface CarfRecords {
  message: string;
  user_id: string;
  reference: string;
  digest: string;
}

/** The tables of tax residences, and of what was reported. */
export interface TaxSchema {
  tax_certifications: TaxCertifications;
  tax_asks: TaxAsks;
  carf_messages: CarfMessages;
  carf_records: CarfRecords;
}

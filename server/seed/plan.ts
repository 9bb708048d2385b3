import type { AssetCode } from '#core/money/currencies.ts';

/** One event of the demo customer's year; units are minor units of its currency. */
export type PlannedEvent = { readonly at: number } & (
  | { readonly kind: 'deposit'; readonly currency: AssetCode; readonly units: bigint }
  | {
      readonly kind: 'swap';
      readonly source: AssetCode;
      readonly sourceUnits: bigint;
      readonly target: AssetCode;
      readonly targetUnits: bigint;
      readonly spreadUnits: bigint;
    }
  | {
      readonly kind: 'purchase';
      readonly currency: AssetCode;
      readonly units: bigint;
      /** The charge in cents of AUD, and AUD cents per USDC. */
      readonly cents: bigint;
    }
  | { readonly kind: 'withdrawal'; readonly currency: AssetCode; readonly units: bigint }
  /** Made by staff: a correction in either direction, or a purchase for the customer. */
  | {
      readonly kind: 'manual';
      readonly currency: AssetCode;
      readonly units: bigint;
      readonly out: boolean;
      readonly comment: string;
    }
  /** A trade recorded by staff that takes something out. */
  | { readonly kind: 'trade-out'; readonly currency: AssetCode; readonly units: bigint }
);

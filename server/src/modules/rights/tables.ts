import type { GeneratedAlways } from 'kysely';

/** A right that was given to a person; never changed. */
export interface EntitlementTable {
  id: GeneratedAlways<number>;
  person_id: number;
  kind: string;
  starts_at: number;
  ends_at: number | null;
  origin: string;
  created_at: number;
}

/** A right that was taken back before its end. */
export interface EntitlementEndTable {
  entitlement_id: number;
  ended_at: number;
  reason: string;
}

/** The tables of this module. */
export type RightsTables = {
  entitlement: EntitlementTable;
  entitlement_end: EntitlementEndTable;
};

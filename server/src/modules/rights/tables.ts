import type { GeneratedAlways } from 'kysely';

/** Grant of a right to a person; never changed. */
export interface EntitlementTable {
  id: GeneratedAlways<number>;
  person_id: number;
  kind: string;
  starts_at: number;
  ends_at: number | null;
  origin: string;
  created_at: number;
}

/** End of a grant before its time. */
export interface EntitlementEndTable {
  entitlement_id: number;
  ended_at: number;
  reason: string;
}

/** Tables of this module. */
export type RightsTables = {
  entitlement: EntitlementTable;
  entitlement_end: EntitlementEndTable;
};

import type { CanonicalValue } from './canonical-json.ts';
import { chainedText } from './chain.ts';

/** Kinds of rows of the ledger's chain that publish no signal. */
export const REGISTER_KINDS = ['build', 'symbols', 'calendars', 'ended', 'model'] as const;
/** A kind of row of the register. */
export type RegisterKind = (typeof REGISTER_KINDS)[number];

/** A row of the register before it is added to the chain. */
export interface RegisterDraft {
  readonly kind: RegisterKind;
  readonly detail: { readonly [key: string]: CanonicalValue };
}

/** A row of the register as it is stored (docs/formats/ledger.md). It shares numbers and chain with the ledger's rows. */
export interface RegisterRow extends RegisterDraft {
  readonly seq: number;
  readonly createdAt: number;
  readonly prevHash: string;
  readonly hash: string;
}

/** Returns the text whose SHA-256 is the hash of a row of the register. */
export function registerText({
  prevHash,
  seq,
  kind,
  createdAt,
  detail,
}: Omit<RegisterRow, 'hash'>): string {
  return chainedText(prevHash, { seq, kind, createdAt, detail });
}

/** Content of a row of the kind `model`: the first forecasts of a model. */
export interface ModelDetail {
  readonly model: string;
  /** Time after which its forecasts are published, epoch milliseconds. */
  readonly after: number;
}

/** What a new build of a version computed again before it published. */
export interface Reproduced {
  /** Rows and outcomes of the version. */
  readonly rows: number;
  readonly outcomes: number;
  /** Last number of the ledger at that time. */
  readonly through: number;
}

/** Content of a row of the kind `build`. */
export interface BuildDetail {
  readonly version: string;
  /** SHA-256 of the build's manifest (docs/formats/builds.md), as hex. */
  readonly build: string;
  /** Version of Node, as in the manifest. */
  readonly node: string;
  /** Null for the first build of a version. */
  readonly reproduced: Reproduced | null;
}

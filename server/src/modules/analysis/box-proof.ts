import { BOX_KINDS } from '@rasat/engine';
import { sha256 } from '../../platform/sha256.ts';
import type { EventRecord } from './series-run.ts';

/** Number of bytes of a proof. */
export const PROOF_BYTES = 16;

const TIME_AT = 1;
const EVENT_AT = 6;
const INPUT_AT = 12;

/**
 * Returns the proof of a published box, to compare with the box that its bars give again: one byte for kind and term,
 * five for the seconds of its time (signed, little-endian), six of the SHA-256 over the text of its event, four of the
 * hash over its bars. The order in which an engine lists the members of a box is part of its version. Undefined for an
 * event that is no box. `json`: the event's text, if the caller has it.
 */
export function proofOf(
  { event, inputHash }: Omit<EventRecord, 'key'>,
  json?: string,
): Buffer | undefined {
  if (event.type !== 'box') return undefined;
  const proof = Buffer.alloc(PROOF_BYTES);
  proof[0] = 2 * BOX_KINDS.indexOf(event.kind) + Number(event.term === 'long');
  proof.writeIntLE(event.timeMs / 1000, TIME_AT, EVENT_AT - TIME_AT);
  sha256(json ?? JSON.stringify(event)).copy(proof, EVENT_AT, 0, INPUT_AT - EVENT_AT);
  inputHash.copy(proof, INPUT_AT, 0, PROOF_BYTES - INPUT_AT);
  return proof;
}

/** Returns the beginning of the key of a proof's box, and the time at which the box became known. */
export function boxOfProof(proof: Buffer): { readonly of: string; readonly timeMs: number } {
  const slot = proof[0] ?? 0;
  const kind = BOX_KINDS[slot >> 1] ?? '';
  return {
    of: `box.${kind}.${slot % 2 === 1 ? 'long' : 'short'}`,
    timeMs: proof.readIntLE(TIME_AT, EVENT_AT - TIME_AT) * 1000,
  };
}

/** Returns kind, term and time of a proof as one number. Each kind and term has at most one box at a time. */
export function numberOfBox(proof: Buffer): number {
  return proof.readUIntLE(0, EVENT_AT);
}

/** Compares a stored proof with the one computed now for the same box. */
export function compareProofs(kept: Buffer, computed: Buffer): 'same' | 'differs' | 'bars' {
  if (kept.compare(computed, 0, INPUT_AT, 0, INPUT_AT) !== 0) return 'differs';
  return kept.compare(computed, INPUT_AT, PROOF_BYTES, INPUT_AT, PROOF_BYTES) === 0
    ? 'same'
    : 'bars';
}

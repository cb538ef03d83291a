import type { ChallengeAction } from '@rasat/contract';

/** What a human check takes. */
export interface HumanCheckProps {
  /** What is to be done with the solution; it serves for nothing else. */
  readonly action: ChallengeAction;
  /** Takes the solution, or null when there is none any more: taken back, failed, or too old. */
  readonly onToken: (token: string | null) => void;
  /** Another number than before starts the check anew, as after every call that a solution was sent with. */
  readonly round: number;
  /** What is wrong with the field, in a sentence. */
  readonly error?: string | null;
}

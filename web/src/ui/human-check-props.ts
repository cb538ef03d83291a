import type { ChallengeAction } from '@rasat/contract';

/** Properties of a human check. */
export interface HumanCheckProps {
  /** The action that the solution is valid for. */
  readonly action: ChallengeAction;
  /** Receives the solution; null when it was withdrawn, failed or expired. */
  readonly onToken: (token: string | null) => void;
  /** A changed number restarts the check, as after every call that used a solution. */
  readonly round: number;
  /** The fault of the field as a sentence. */
  readonly error?: string | null;
}

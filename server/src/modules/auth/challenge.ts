import type { ChallengeAction } from '@rasat/contract';
import { AppError } from '../../platform/app-error.ts';

/** Distinguishes people from automated clients. */
export interface HumanCheck {
  /** Returns the data with which a browser solves a check for one action. */
  issue(action: ChallengeAction): Promise<Readonly<Record<string, unknown>>>;
  /** Returns whether a token solves a check of that action, in time and for the first time in any process. */
  verify(action: ChallengeAction, token: string): Promise<boolean>;
}

/** Throws `bad-fields-400` unless the token solves a check of that action. */
export async function assertHuman(
  check: HumanCheck,
  action: ChallengeAction,
  token: string,
): Promise<void> {
  if (!(await check.verify(action, token))) {
    throw new AppError('bad-fields-400', { field: 'challenge' });
  }
}

/** A reason not to start, in one sentence for an operator; the process prints it and exits with 1. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

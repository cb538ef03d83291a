/** Where progress is shown; standard output is one. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A share on its way to 1. */
export interface Progress {
  show(share: number): void;
  /** Leaves a bar that has not reached its end, so that the next line begins at its own place. */
  leave(): void;
}

const WIDTH = 24;
/** Off a terminal every line stays: one for each fifth is enough. */
const STEP = 0.2;

/**
 * Shows how far something is: a bar that redraws itself on a terminal, a few lines elsewhere. Nothing is shown of what
 * is done already. `show` takes a share of 0 to 1; 1 ends it.
 */
export function createProgress(label: string, screen: Screen): Progress {
  let shown = -1;
  let ended = false;
  return {
    show(share) {
      const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
      if (ended || percent === shown) return;
      if (percent === 100) ended = true;
      if (shown < 0 && ended) return;
      if (screen.isTTY) {
        const done = Math.round((percent / 100) * WIDTH);
        const bar = '█'.repeat(done) + '░'.repeat(WIDTH - done);
        screen.write(`\r${label} ${bar} ${percent} %${ended ? '\n' : ''}`);
      } else if (!ended && Math.floor(percent / 100 / STEP) === Math.floor(shown / 100 / STEP)) {
        return;
      } else {
        screen.write(`${label}: ${percent} %\n`);
      }
      shown = percent;
    },
    leave() {
      if (screen.isTTY && shown >= 0 && !ended) screen.write('\n');
      ended = true;
    },
  };
}

/** Output for progress, such as standard output. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Display of a share that grows to 1. */
export interface Progress {
  show(share: number): void;
  /** Leaves an unfinished bar, so that the next output begins on a new line. */
  leave(): void;
}

const WIDTH = 24;
/** Without a terminal every line stays, so one for each fifth is enough. */
const STEP = 0.2;

/**
 * Creates a progress display: a bar that redraws itself on a terminal, a few lines elsewhere. Work that is already done
 * shows nothing. `show` takes a share of 0 to 1; 1 ends it.
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

import type { CrystalBoxBasis, Direction, SeerBasis } from '../explain/basis.ts';

/** A pivot as shown: `up` is support, `down` resistance. The level is rounded. */
export interface Seer {
  readonly datetime: number;
  readonly way: Direction;
  readonly level: number;
  readonly confirmedMs: number;
  readonly basis: SeerBasis;
}

/** The nearer cluster of the crystal box, frozen with it. `d` is the time of its pivot. */
export interface CrystalSeer {
  readonly d: number;
  readonly way: Direction;
  readonly level: number;
  readonly confirmedMs: number;
  readonly basis: CrystalBoxBasis;
}

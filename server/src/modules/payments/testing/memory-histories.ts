import { addFigures, type HistoryFigures, NO_FIGURES, playHistory } from './history.ts';
import { createMemoryStage } from './memory-stage.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 9);

/**
 * Plays histories in memory, one for each seed from `firstSeed` on, and returns their counts together. Throws with the
 * seed.
 */
export async function playInMemory(
  firstSeed: number,
  seeds: number,
  events: number,
): Promise<HistoryFigures> {
  let sum = NO_FIGURES;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    sum = addFigures(sum, await playSeed(seed, events));
  }
  return sum;
}

async function playSeed(seed: number, events: number): Promise<HistoryFigures> {
  try {
    return await playHistory(seed, createMemoryStage(NOON_MS), events);
  } catch (error) {
    throw new Error(`seed ${seed} of ${events} events`, { cause: error });
  }
}

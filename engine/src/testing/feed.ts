import type { Bar } from '../bars/bar.ts';
import type { Engine } from '../stream/engine.ts';
import type { EngineEvent } from '../stream/event.ts';

/** Feeds bars one by one and returns every event. Throws when a bar is refused. */
export function feed(engine: Engine, bars: readonly Bar[]): EngineEvent[] {
  const sink: EngineEvent[] = [];
  for (const bar of bars) {
    const { openTimeMs, open, high, low, close, volume } = bar;
    const refusal = engine.step(openTimeMs, open, high, low, close, volume, sink);
    if (refusal !== null) throw new RangeError(`bar ${openTimeMs} refused: ${refusal}`);
  }
  return sink;
}

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { DrawingId } from './buttons.ts';

type Press = (id: DrawingId) => void;

let press: Press | null = null;
const listeners = new Set<() => void>();

function register(next: Press | null): void {
  press = next;
  for (const listener of listeners) listener();
}

/** Registers the handler of the chart's buttons, so that the palette can press them. */
export function useRegisterPress(onPress: Press): void {
  const pressed = useEffectEvent(onPress);
  useEffect(() => {
    register((id) => pressed(id));
    return () => register(null);
  }, []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the function that presses a button of the shown chart; null without a chart. */
export function useDrawingPress(): Press | null {
  return useSyncExternalStore(
    subscribe,
    () => press,
    () => null,
  );
}

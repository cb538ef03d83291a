import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { DrawingId } from './buttons.ts';

type Press = (id: DrawingId) => void;

let press: Press | null = null;
const listeners = new Set<() => void>();

function register(next: Press | null): void {
  press = next;
  for (const listener of listeners) listener();
}

/** Registers the buttons of the shown chart for the palette. */
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

/** Presses a button of the chart on the screen; null without a chart. */
export function useDrawingPress(): Press | null {
  return useSyncExternalStore(
    subscribe,
    () => press,
    () => null,
  );
}

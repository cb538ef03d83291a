import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './keys.ts';
import { useOverlay } from './overlay.ts';
import { useLook } from './theme.ts';

/** Acts on a single letter unless a field has the focus, an overlay is open, or single keys are switched off. */
export function useSingleKey(letter: string, onPress: () => void): void {
  const { keys } = useLook();
  const listening = useOverlay() === null && keys;
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!listening) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== letter || isInWindow(event.target)) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [letter, listening]);
}

/** Returns whether an element is inside a dialog or a menu over the page. */
function isInWindow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

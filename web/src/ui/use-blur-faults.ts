import { type RefObject, useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Validates a field that was typed into when it loses the focus and, once it failed, with every key press. An empty
 * field has no fault before the form is sent. While the pointer is down nothing is shown, because a new line under a
 * field would move the button that is being pressed.
 */
export function useBlurFaults<V extends FieldValues>(
  { trigger, getFieldState, subscribe }: UseFormReturn<V>,
  ref: RefObject<HTMLFormElement | null>,
  names: readonly string[],
): void {
  const key = names.join(' ');
  useEffect(() => {
    const form = ref.current;
    if (!form) return undefined;
    const ruled = new Set(key.split(' '));
    let pressed = false;
    let late: (() => void) | null = null;
    const leave = ({ target }: FocusEvent): void => {
      const typed = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      // A change to another window is no reason to validate, and an empty field has no fault yet.
      if (!typed || target.value.trim() === '' || !document.hasFocus()) return;
      const name = target.closest('[data-field]')?.getAttribute('data-field') ?? '';
      if (!ruled.has(name) || target.type === 'checkbox') return;
      if (pressed) late = () => void trigger(name as Path<V>);
      else void trigger(name as Path<V>);
    };
    const press = (): void => {
      pressed = true;
    };
    const release = (): void => {
      pressed = false;
      const act = late;
      late = null;
      // After the click event that follows the release.
      if (act) setTimeout(act);
    };
    form.addEventListener('focusout', leave);
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', release, true);
    addEventListener('pointercancel', release, true);
    const stop = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name !== undefined && getFieldState(name as Path<V>).error) {
          void trigger(name as Path<V>);
        }
      },
    });
    return () => {
      stop();
      form.removeEventListener('focusout', leave);
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    };
  }, [ref, key, trigger, getFieldState, subscribe]);
}

import { Button, Kbd } from '../../ui/button.tsx';

/** Shows the held action and its undo button. The wait pauses under the pointer and with the focus. */
export function HeldBar({
  text,
  undo,
  keyName,
  onUndo,
  onRest,
  onGo,
}: {
  /** Text of the held action; null without an action. */
  readonly text: string | null;
  readonly undo: string;
  /** Keyboard key of the button. */
  readonly keyName: string;
  readonly onUndo: () => void;
  readonly onRest: () => void;
  readonly onGo: () => void;
}) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-4 z-(--z-toast) flex justify-center desk:left-54"
    >
      {text === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would group form fields, of which there are none
        <div
          role="group"
          aria-label={undo}
          onPointerEnter={onRest}
          onPointerLeave={onGo}
          onFocus={onRest}
          onBlur={onGo}
          className="pointer-events-auto flex max-w-full items-center gap-3 rounded-3 bg-pop py-1.5 pr-1.5 pl-3.5 elev-2"
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <Button size="sm" onClick={onUndo} className="max-desk:min-h-11">
            {undo}
          </Button>
          <Kbd className="mr-1 max-desk:hidden">{keyName}</Kbd>
        </div>
      )}
    </div>
  );
}

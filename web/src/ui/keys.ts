/** The part of a key event's target that is read here. */
interface KeyTarget {
  readonly tagName?: string;
  readonly isContentEditable?: boolean;
  readonly type?: string;
  getAttribute?(name: string): string | null;
}

const TEXT_ROLES = ['textbox', 'searchbox', 'combobox', 'spinbutton'];
const NO_TEXT_INPUTS = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'color', 'file'];

/** Whether a key press on the element is text input, so that a letter is not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (target === null) return false;
  const at = target as KeyTarget;
  if (at.isContentEditable === true) return true;
  const tag = at.tagName?.toUpperCase();
  if (tag === 'TEXTAREA' || tag === 'SELECT') return true;
  if (tag === 'INPUT') return !NO_TEXT_INPUTS.includes(at.type ?? 'text');
  return TEXT_ROLES.includes(at.getAttribute?.('role') ?? '');
}

/** Action of a key press on any page. */
export type GlobalKey =
  | { readonly act: 'palette' | 'help' | 'theme' }
  | { readonly act: 'go'; readonly to: GoPage }
  | { readonly act: 'wait' }
  | { readonly act: 'none' };

/** Returns the name of the palette's shortcut on this machine: `⌘ K` on Apple's, `Ctrl K` elsewhere. */
export function paletteKey(): string {
  return typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform)
    ? '⌘ K'
    : 'Ctrl K';
}

/** Pages that `g` and a second key open. */
export const GO_KEYS = {
  p: 'dashboard',
  c: 'chart',
  t: 'predictor',
  o: 'portfolio',
  m: 'messages',
} as const;
/** A page with a `g` sequence. */
export type GoPage = (typeof GO_KEYS)[keyof typeof GO_KEYS];

/** Time after `g` in which the second key counts. */
export const GO_WAIT_MS = 1500;

/** One key press. */
export interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly typing: boolean;
  /** Whether single keys are shortcuts. */
  readonly single: boolean;
  /** Whether the previous key was `g`. */
  readonly afterGo: boolean;
}

/** Returns the action of a key press. Ctrl or ⌘ with K works everywhere; single keys work only outside text input. */
export function readGlobalKey(press: KeyPress): GlobalKey {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if ((press.ctrl || press.meta) && !press.alt && key === 'k') return { act: 'palette' };
  if (press.ctrl || press.meta || press.alt || press.typing || !press.single) {
    return { act: 'none' };
  }
  if (press.afterGo) {
    const to = Object.hasOwn(GO_KEYS, key) ? GO_KEYS[key as keyof typeof GO_KEYS] : undefined;
    return to ? { act: 'go', to } : { act: 'none' };
  }
  if (key === '/') return { act: 'palette' };
  if (key === '?') return { act: 'help' };
  if (key === 't') return { act: 'theme' };
  if (key === 'g') return { act: 'wait' };
  return { act: 'none' };
}

import type { Locator, Page } from 'playwright-core';
import type { Camera } from './tour-camera.ts';

/** Pointer that a film shows, at a pace that viewers can follow. */
export interface Hand {
  /** Draws the pointer on the page; must be called after each navigation. */
  show(): Promise<void>;
  hide(): Promise<void>;
  /** Moves to the middle of an element, or to a share of its width and height. */
  moveTo(target: Locator, share?: { readonly x: number; readonly y: number }): Promise<void>;
  /** Moves to an element and presses it. */
  press(target: Locator): Promise<void>;
  /** Scrolls slowly, so that the viewer can follow. */
  scroll(pixels: number): Promise<void>;
  /** Types a word, key by key. */
  type(word: string): Promise<void>;
  /** Waits for the viewer to read. */
  rest(seconds: number): Promise<void>;
}

/** Seconds for which the film shows one step of a movement. */
const STEP_SECONDS = 1 / 15;
/** Seconds between pictures while only prices move. */
const REST_SECONDS = 0.3;
/** Most pixels that the pointer moves in one step. */
const STEP_PX = 62;
const SCROLL_PX = 26;
const ARROW =
  '<svg width="22" height="22" viewBox="0 0 22 22"><path d="M3 2v15.5l4.2-3.9 2.7 6 2.9-1.3-2.7-5.9h5.9z" fill="#fff" stroke="#0b0e13" stroke-width="1.3" stroke-linejoin="round"/></svg>';

declare const document: {
  readonly documentElement: { append(element: unknown): void };
  createElement(name: string): {
    id: string;
    innerHTML: string;
    readonly style: { cssText: string; transform: string };
  };
  getElementById(id: string): { remove(): void } | null;
  addEventListener(
    name: string,
    act: (event: { clientX: number; clientY: number }) => void,
    capture: boolean,
  ): void;
};

/** Creates a pointer on a page. */
export function createHand(page: Page, camera: Camera): Hand {
  let at = { x: 720, y: 640 };
  async function rest(seconds: number): Promise<void> {
    for (let left = seconds; left > 0.01; left -= REST_SECONDS) {
      await camera.shoot(Math.min(left, REST_SECONDS));
    }
  }
  async function goTo(to: { readonly x: number; readonly y: number }): Promise<void> {
    const from = at;
    const steps = Math.max(8, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP_PX));
    for (let step = 1; step <= steps; step++) {
      const share = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await page.mouse.move(at.x, at.y);
      await camera.shoot(STEP_SECONDS);
    }
  }
  const hand: Hand = {
    rest,
    async show() {
      await page.evaluate(
        ([arrow, x, y]) => {
          const pointer = document.createElement('div');
          pointer.id = 'tour-pointer';
          pointer.innerHTML = arrow;
          pointer.style.cssText =
            'position:fixed;left:-3px;top:-2px;z-index:2147483647;pointer-events:none;filter:drop-shadow(0 1px 3px #0008)';
          const place = (left: number, top: number): void => {
            pointer.style.transform = `translate(${left}px,${top}px)`;
          };
          place(x, y);
          document.documentElement.append(pointer);
          document.addEventListener(
            'mousemove',
            (event) => place(event.clientX, event.clientY),
            true,
          );
        },
        [ARROW, at.x, at.y] as const,
      );
    },
    async hide() {
      await page.evaluate(() => document.getElementById('tour-pointer')?.remove());
    },
    async moveTo(target, share = { x: 0.5, y: 0.5 }) {
      const box = await target.boundingBox();
      const view = page.viewportSize();
      if (!box || !view) throw new Error('what the hand should reach is not on the page');
      const to = { x: box.x + box.width * share.x, y: box.y + box.height * share.y };
      if (to.y < 0 || to.y > view.height)
        throw new Error(`the hand cannot reach ${String(target)}`);
      await goTo(to);
    },
    async press(target) {
      await hand.moveTo(target);
      await rest(0.25);
      await page.mouse.down();
      await page.mouse.up();
      await rest(0.2);
    },
    async scroll(pixels) {
      for (let left = pixels; left > 0; left -= SCROLL_PX) {
        await page.mouse.wheel(0, Math.min(left, SCROLL_PX));
        await camera.shoot(STEP_SECONDS);
      }
    },
    async type(word) {
      for (const letter of word) {
        await page.keyboard.type(letter);
        await rest(0.2);
      }
    },
  };
  return hand;
}

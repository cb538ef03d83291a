import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Picture of the page, and for how many seconds the film shows it. */
export interface Frame {
  readonly file: string;
  readonly seconds: number;
}

/** Camera that takes the pictures of a film one by one, so that the film runs evenly on a slow machine. */
export interface Camera {
  readonly frames: readonly Frame[];
  /** Takes a picture that the film shows for `seconds`. Before the camera runs, only waits. */
  shoot(seconds: number): Promise<void>;
  run(): void;
}

/** Creates a camera on a page; its pictures are stored in a folder. */
export async function createCamera(page: Page, folder: string): Promise<Camera> {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  let running = false;
  return {
    frames,
    run: () => {
      running = true;
    },
    async shoot(seconds) {
      const endMs = performance.now() + seconds * 1000;
      if (running) {
        const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
        const file = path.join(folder, `${frames.length}.png`);
        writeFileSync(file, data, 'base64');
        frames.push({ file, seconds });
      }
      await sleep(Math.max(0, endMs - performance.now()));
    },
  };
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { HOSTILE_IMAGES, INTERLACED } from './testing/hostile-images.ts';
import { findImageProcess } from './testing/image-processes.ts';
import { openSchool, PNG } from './testing/school.ts';

// Images that are made to cost a server as much as they can. None of them may cost more than the limit of the process that
// works on it, and none may keep another person's upload waiting.

const CPU_LIMIT_SECONDS = 10;
/** `sysconf(_SC_CLK_TCK)` of Linux, in which /proc counts. */
const TICKS_A_SECOND = 100;

const school = await openSchool({ after });
const { imageUrl, put, student } = school;

/** Seconds of a processor that this process and those it has started, as far as they have ended, have taken. */
function readCpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? [];
  // proc(5): utime, stime, cutime and cstime are the fields 14 to 17, and the third is the first here.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

describe('a hostile image is answered, within what one image may cost:', () => {
  for (const [name, [type, image, status]] of Object.entries(HOSTILE_IMAGES)) {
    test(name, async (t) => {
      assert.ok(image.length <= 5_242_880, 'it can be sent');
      const { url } = await imageUrl(await student(), `image/${type}`);
      const before = readCpuSeconds();
      const answer = await put(url, image, `image/${type}`);
      const seconds = readCpuSeconds() - before;
      t.diagnostic(
        `${image.length} bytes, ${seconds.toFixed(2)} s of a processor: ${answer.status}`,
      );
      assert.equal(answer.status, status, answer.code);
      if (status === 415) assert.equal(answer.code, 'media-type-415');
      assert.ok(seconds < CPU_LIMIT_SECONDS, `${seconds} s`);
    });
  }
});

test('while the worst that is taken is worked on, another person is served', async () => {
  const [ada, bora] = [await student(), await student()];
  const answered: string[] = [];
  const send = async (who: typeof ada, name: string, image: Buffer): Promise<void> => {
    const { url } = await imageUrl(who);
    const answer = await put(url, image, 'image/png');
    assert.equal(answer.status, 200, `${name}: ${answer.code}`);
    answered.push(name);
  };
  const hostile = ['first', 'second'].map((name) => send(ada, name, INTERLACED));
  await findImageProcess();
  await send(bora, 'bora', PNG);
  assert.ok(!answered.includes('second'), 'only one image of a person is worked on at a time');
  await Promise.all(hostile);
});

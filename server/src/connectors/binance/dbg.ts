import { createRig, listen } from './testing/rig.ts';

const NOON_MS = Date.UTC(2026, 2, 11, 12);
const rig = await createRig(NOON_MS + 5 * 60000);
const l = listen(rig, NOON_MS);
await rig.until('live', () => l.behindMs() < 5000, 10000);
console.log('live');
rig.standIn.faults.begin('kline-twice');
for (let i = 0; i < 4; i++) {
  const end = NOON_MS + (i + 1) * 15 * 60000;
  await rig.until('end', () => rig.clock.now() >= end, 16 * 60000);
  for (let k = 0; k < 60; k++) {
    await rig.advance(250);
    if (k % 8 === 0)
      console.log(
        rig.clock.now() - end,
        rig.clock.now() - l.behindMs() - end,
        rig.standIn.requests.length,
      );
  }
}
console.log(rig.lines);
await l.subscription.stop();
await rig.stop();

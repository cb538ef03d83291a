import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { openCanvas } from '../testing/canvas.ts';
import type { Frame, Plate } from './frame.ts';
import { layoutPlates, paintPlate } from './plates.ts';

const plate = (x: number, y: number, slide: Plate['slide'] = 'right'): Plate => ({
  x,
  y,
  width: 60,
  height: 16,
  slide,
  text: 'TP1',
  ink: { back: '', text: '' },
});
/** By default in a plot too low for a second row. */
const places = (plates: readonly Plate[], width = 400, height = 0): (readonly [number, number])[] =>
  layoutPlates(plates, width, height).map(({ x, y }) => [x, y]);

test('plates apart stay where they are', () => {
  assert.deepEqual(places([plate(10, 10), plate(10, 40)]), [
    [10, 10],
    [10, 40],
  ]);
});

test('the later of two plates on one line slides beside the first', () => {
  assert.deepEqual(places([plate(10, 10), plate(20, 14)]), [
    [10, 10],
    [73, 14],
  ]);
  assert.deepEqual(places([plate(300, 10, 'left'), plate(310, 14, 'left')]), [
    [300, 10],
    [237, 14],
  ]);
});

test('a name tag goes up until it is free', () => {
  assert.deepEqual(places([plate(10, 60), plate(10, 50), plate(10, 60, 'up')])[2], [10, 42]);
});

test('a plate never leaves the plot', () => {
  assert.deepEqual(places([plate(380, 10)]), [[336, 10]]);
  assert.deepEqual(places([plate(10, 4), plate(10, -4, 'up')], 80)[1], undefined);
});

test('a plate without room on its side goes to the other one', () => {
  assert.deepEqual(places([plate(330, 10), plate(330, 10)]), [
    [330, 10],
    [267, 10],
  ]);
  assert.deepEqual(places([plate(0, 10, 'left'), plate(0, 10, 'left')])[1], [63, 10]);
  assert.deepEqual(places([plate(10, 4), plate(10, 4, 'up')])[1], [73, 4]);
});

test('a plate without a free place is left out', () => {
  assert.deepEqual(places([plate(10, 10), plate(10, 12), plate(10, 40)], 100), [
    [10, 10],
    [10, 40],
  ]);
});

test('a plate without room on its line takes the nearest free row, with a leader back to its line', () => {
  const [first, kept, moved] = layoutPlates(
    [plate(10, 40), plate(10, 42), plate(10, 64)],
    100,
    200,
  );
  assert.deepEqual([first?.y, first?.leaderToY], [40, undefined]);
  assert.deepEqual(
    [kept?.y, kept?.leaderToY],
    [64, undefined],
    'who fits on its line stands there',
  );
  // 42 - 16 - 3 would still cover the first; two rows up is free. The line lies in the middle of 42 to 58.
  assert.deepEqual([moved?.y, moved?.leaderToY], [23, 50]);
  const { ctx, lines } = openCanvas();
  const frame = { palette: { font: 'Inter' } } as Frame;
  if (moved) paintPlate({ ctx, ratio: 1 }, { ...moved, ink: { back: 'back', text: 'ink' } }, frame);
  assert.equal(lines[0], 'ink 1 @1 18.5,39 > 18.5,50');
});

test('any plates end up apart and in the plot, and each one that left its line has a leader to it', () => {
  const some = fc.record({
    x: fc.integer({ min: 0, max: 400 }),
    y: fc.integer({ min: 0, max: 280 }),
    slide: fc.constantFrom<Plate['slide'][]>('left', 'right'),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 25 }), (wanted) => {
      const plates = wanted.map(({ x, y, slide }, i) => ({
        ...plate(x, y, slide),
        text: String(i),
      }));
      const placed = layoutPlates(plates, 400, 300);
      placed.forEach((one, i) => {
        const { y } = plates[Number(one.text)] ?? { y: Number.NaN };
        assert.equal(one.leaderToY, one.y === y ? undefined : y + 8);
        assert.ok(one.x >= 0 && one.x + one.width <= 400 && one.y >= 0 && one.y + 16 <= 300);
        for (const other of placed.slice(i + 1)) {
          assert.ok(Math.abs(one.x - other.x) >= 60 || Math.abs(one.y - other.y) >= 16);
        }
      });
    }),
  );
});

test('plates touch without covering: a gap of three pixels beside, none above', () => {
  assert.deepEqual(places([plate(10, 10), plate(73, 10)])[1], [73, 10]);
  assert.deepEqual(places([plate(10, 10), plate(72, 10)])[1], [73, 10]);
  assert.deepEqual(places([plate(73, 10), plate(10, 10)])[1], [10, 10]);
  assert.deepEqual(places([plate(10, 10), plate(10, 26)])[1], [10, 26]);
  assert.deepEqual(places([plate(10, 10), plate(10, 25)])[1], [73, 25]);
  assert.deepEqual(places([plate(10, 26), plate(10, 10)])[1], [10, 10]);
});

test('a plate may reach from one border of the plot to the other, and no further', () => {
  // Three plates of sixty with gaps of three are 186 wide.
  const row = [plate(0, 10), plate(0, 10), plate(0, 10)];
  assert.deepEqual(places(row, 186)[2], [126, 10]);
  assert.equal(places(row, 185)[2], undefined);
  assert.deepEqual(places([plate(63, 10), plate(63, 10, 'left')], 127)[1], [0, 10]);
  assert.deepEqual(places([plate(-9, 10)]), [[0, 10]]);
  assert.deepEqual(places([plate(300, 10)], 40), [], 'a plate wider than the plot is left out');
});

test('a plate that goes up ends at the top of the plot; one whose line is higher stays there', () => {
  assert.deepEqual(places([plate(10, 18), plate(10, 18, 'up')], 80)[1], [10, 0]);
  assert.equal(places([plate(10, 17), plate(10, 17, 'up')], 80)[1], undefined);
  assert.deepEqual(places([plate(10, -5)]), [[10, -5]]);
});

test('a plate gives up after twelve obstacles in a row', () => {
  const row = (count: number): Plate[] =>
    Array.from({ length: count }, (_, i) => plate(i * 63, 10));
  assert.deepEqual(places([...row(11), plate(0, 10)], 2000)[11], [693, 10]);
  assert.equal(places([...row(12), plate(0, 10)], 2000).length, 12);
});

test('a plate has its ground, border, mark and words, on whole device pixels', () => {
  const painted = (plate: Plate, ratio = 1): string[] => {
    const { ctx, lines } = openCanvas();
    paintPlate({ ctx, ratio }, plate, { palette: { font: 'Inter' } } as Frame);
    ctx.fillRect(0, 0, 1, 1);
    assert.equal(lines.pop(), 'fill  @1 0,0 1 x 1', 'the canvas is left as it was');
    return lines;
  };
  const of: Plate = { ...plate(10.4, 20.6), text: 'Buy', ink: { back: 'back', text: 'ink' } };
  assert.deepEqual(painted(of), [
    'fill back @1 plate 10,21 60 x 16 2',
    'text ink "Buy" 15,29.5 620 12px Inter',
  ]);
  assert.match(painted(of, 2)[0] ?? '', /plate 10\.5,20\.5 /);
  const edged = { ...of, ink: { ...of.ink, border: 'edge' } };
  assert.equal(painted(edged)[1], 'edge 0.75 @1 plate 10,21 60 x 16 2');
  assert.deepEqual(painted({ ...of, mark: { shape: 'square', color: 'red' } }).slice(1), [
    'fill red @1 plate 15,25.5 7 x 7 1.5',
    'text ink "Buy" 26,29.5 620 12px Inter',
  ]);
  assert.deepEqual(painted({ ...of, mark: { shape: 'up', color: 'red' } }).slice(1), [
    'fill red @1 17,32 > 21,26 > 25,32',
    'text ink "Buy" 30,29.5 620 12px Inter',
  ]);
  assert.equal(
    painted({ ...of, mark: { shape: 'down', color: 'red' } })[1],
    'fill red @1 17,26 > 21,32 > 25,26',
  );
});

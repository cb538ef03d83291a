import type { BoxPrices, BoxTimes, PositionPrice } from '@rasat/engine';
import {
  type WhyBox,
  type WhySubject,
  whyBoxPrice,
  whyBoxTime,
  whyCluster,
  whyCondition,
  whyGann,
  whyLevel,
  whyTrade,
} from '../../why/index.ts';
import type { DrawingSource } from './drawing-source.ts';

const PRICE_LINES: readonly (keyof BoxPrices)[] = [
  'top',
  'bottom',
  'middle',
  'middleUp',
  'middleDown',
  'upTrade',
  'downTrade',
];
const TIME_LINES: readonly (keyof BoxTimes)[] = [
  'start',
  'fQuarter',
  'fHalf',
  'middle',
  'lHalf',
  'lQuarter',
  'end',
];
const POSITION: readonly PositionPrice[] = ['p', 'sl', 'tp1', 'tp2'];

function explainBox(source: Extract<DrawingSource, { of: 'box' | 'triggers' }>, part: string) {
  const price = PRICE_LINES.find((line) => line === part);
  if (price) return whyBoxPrice(source.box, price);
  const time = TIME_LINES.find((line) => part === `time.${line}`);
  return time ? whyBoxTime(source.box, time) : null;
}

function explainTrade(source: Extract<DrawingSource, { of: 'trade' }>, part: string) {
  const { kind, term, box, trade } = source;
  const target = POSITION.find((each) => each === part);
  const of: WhyBox = {
    kind,
    term,
    ...(box ? { span: { startMs: box.d.start, endMs: box.d.end } } : {}),
  };
  return target ? whyTrade(of, trade, target) : null;
}

function explainTargets(source: Extract<DrawingSource, { of: 'targets' }>, part: string) {
  const [list, rest = ''] = part.split('.');
  if (list === 'buy' || list === 'sell') return whyLevel(source.levels, list, Number(rest));
  const target = POSITION.find((each) => each === rest);
  return source.condition && target ? whyCondition(source.condition, target) : null;
}

/** The subject behind a line of a drawing; null when the source has no such part (it was read again meanwhile). */
export function explainLine(source: DrawingSource, part: string): WhySubject | null {
  switch (source.of) {
    case 'box':
    case 'triggers':
      return explainBox(source, part);
    case 'trade':
      return explainTrade(source, part);
    case 'targets':
      return explainTargets(source, part);
    case 'crystal':
      return part === 'top' || part === 'bottom' ? whyCluster(source.crystal, part) : null;
    case 'gann':
      return whyGann(source.prices, source.why?.basis, Number(part));
  }
}

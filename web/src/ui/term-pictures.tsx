import { BOX_KINDS } from '@rasat/contract';
import type { ReactNode } from 'react';
import type { Term } from '../i18n/terms.ts';
import type { glossary } from '../i18n/tr/glossary.ts';

/** Key of a word in a picture. */
export type PictureWord = keyof typeof glossary.picture;

/** Renders a word of a picture in the interface language. */
export type SayPictureWord = (word: PictureWord) => ReactNode;

type Drawn = (say: SayPictureWord) => ReactNode;

/** Open, high, low and close of a candle as heights in the picture: the smaller, the higher. */
type Candle = readonly [open: number, high: number, low: number, close: number];

/** Renders the picture of a term, 288 by 120. It is decoration: the paragraph beside it has the same content. */
export function TermPicture({
  term,
  say,
  className,
}: {
  readonly term: Term;
  readonly say: SayPictureWord;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 288 120"
      aria-hidden="true"
      fill="none"
      className={`block h-auto w-full bg-chart-bg ${className ?? ''}`}
    >
      {PICTURES[term](say)}
    </svg>
  );
}

function Candles({
  from,
  step,
  bars,
}: {
  readonly from: number;
  readonly step: number;
  readonly bars: readonly Candle[];
}) {
  return bars.map(([open, high, low, close], i) => {
    const x = from + i * step;
    const up = close < open;
    const stroke = up ? 'var(--candle-up)' : 'var(--candle-down)';
    const top = Math.min(open, close);
    const height = Math.max(open, close) - top;
    return (
      <g key={x} stroke={stroke}>
        <path d={`M${x} ${high}V${top}M${x} ${top + height}V${low}`} />
        <rect
          x={x - 4}
          y={top}
          width={8}
          height={height}
          fill={up ? 'var(--chart-bg)' : 'var(--candle-down)'}
        />
      </g>
    );
  });
}

const INK = {
  quiet: 'var(--text-2)',
  strong: 'var(--text)',
  up: 'var(--up)',
  down: 'var(--down-text)',
  brass: 'var(--brass)',
} as const;

function Word({
  x,
  y,
  anchor = 'start',
  ink = 'quiet',
  text,
}: {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly ink?: keyof typeof INK;
  readonly text: ReactNode;
}) {
  return (
    <text x={x} y={y} textAnchor={anchor} fontSize={13} fill={INK[ink]}>
      {text}
    </text>
  );
}

/** Draws a brass ring around the point of interest. */
function Ring({ x, y, r = 6 }: { readonly x: number; readonly y: number; readonly r?: number }) {
  return (
    <circle cx={x} cy={y} r={r} fill="var(--chart-bg)" stroke="var(--brass)" strokeWidth={2} />
  );
}

type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Draws the tint and the frame of a box. */
function BoxArea({ fill, stroke, ...area }: Area & Readonly<Record<'fill' | 'stroke', string>>) {
  return (
    <>
      <rect {...area} fill={fill} opacity={0.14} />
      <rect {...area} stroke={stroke} strokeWidth={1.5} />
    </>
  );
}

function BoxShape(area: Area) {
  const { x, y, width: w, height: h } = area;
  return (
    <>
      <BoxArea {...area} fill="var(--bx-hayyam)" stroke="var(--hayyam-l)" />
      <path d={`M${x} ${y + h / 2}H${x + w}M${x + w / 2} ${y}V${y + h}`} stroke="var(--hayyam-l)" />
    </>
  );
}

/** Draws the pins of a ladder: stop loss, entry and targets. */
function Pins({
  y,
  pins,
}: {
  readonly y: number;
  readonly pins: readonly (readonly [number, keyof typeof INK])[];
}) {
  return pins.map(([x, ink]) => (
    <path
      key={x}
      d={`M${x} ${y - 12}V${y + 12}`}
      stroke={ink === 'down' ? 'var(--down)' : INK[ink]}
      strokeWidth={2}
    />
  ));
}

/** Draws the levels of a week: one full line, the others dashed. */
function WeekLines({
  ys,
  full,
  stroke,
}: {
  readonly ys: readonly number[];
  readonly full: number;
  readonly stroke: string;
}) {
  return ys.map((y) => (
    <path
      key={y}
      d={`M150 ${y}H260`}
      stroke={stroke}
      strokeWidth={y === full ? 2 : 1}
      strokeDasharray={y === full ? undefined : '6 4'}
    />
  ));
}

const SEER_BARS: readonly Candle[] = [
  [60, 50, 72, 56],
  [56, 44, 80, 76],
  [76, 68, 98, 94],
  [94, 70, 98, 76],
  [76, 52, 80, 56],
  [56, 40, 66, 46],
  [46, 36, 70, 58],
  [58, 48, 70, 52],
  [52, 40, 60, 44],
];

const PICTURES: Readonly<Record<Term, Drawn>> = {
  box: (say) => (
    <>
      <BoxShape x={60} y={22} width={170} height={72} />
      <Candles
        from={28}
        step={16}
        bars={[
          [96, 84, 104, 88],
          [88, 60, 94, 64],
          [64, 22, 70, 30],
          [30, 26, 52, 48],
          [48, 40, 72, 66],
          [66, 50, 84, 58],
          [58, 52, 94, 80],
          [80, 60, 86, 66],
        ]}
      />
      <Word x={236} y={34} text={say('top')} />
      <Word x={236} y={97} text={say('bottom')} />
      <Word x={60} y={112} text={say('start')} />
      <Word x={230} y={112} anchor="end" text={say('end')} />
    </>
  ),
  'trade-line': (say) => (
    <>
      <BoxShape x={40} y={34} width={150} height={64} />
      <path d="M40 30H270" stroke="var(--up)" strokeWidth={2} />
      <path d="M40 102H270" stroke="var(--down)" strokeWidth={2} />
      <Candles
        from={60}
        step={20}
        bars={[
          [80, 70, 92, 74],
          [74, 58, 80, 62],
          [62, 48, 70, 52],
          [52, 40, 60, 44],
          [44, 14, 48, 20],
        ]}
      />
      <circle cx={140} cy={30} r={6} stroke="var(--brass)" strokeWidth={2} />
      <Word x={282} y={22} anchor="end" ink="up" text={say('upTrade')} />
      <Word x={282} y={116} anchor="end" ink="down" text={say('downTrade')} />
    </>
  ),
  'weekly-levels': (say) => (
    <>
      <rect x={150} y={6} width={110} height={108} fill="var(--s2)" />
      <WeekLines ys={[16, 28, 40, 52]} full={52} stroke="var(--up)" />
      <WeekLines ys={[70, 82, 94, 106]} full={70} stroke="var(--down)" />
      <Candles
        from={24}
        step={24}
        bars={[
          [80, 70, 96, 72],
          [72, 52, 78, 58],
          [58, 50, 84, 78],
          [78, 66, 86, 70],
          [70, 56, 74, 62],
        ]}
      />
      <Word x={144} y={114} anchor="end" text={say('monday')} />
    </>
  ),
  seer: (say) => (
    <>
      <Candles from={30} step={20} bars={SEER_BARS} />
      <path d="M70 98H280" stroke="var(--up)" strokeWidth={1.6} />
      <circle cx={70} cy={98} r={5} stroke="var(--brass)" strokeWidth={2} />
      <Word x={280} y={114} anchor="end" text={say('support')} />
    </>
  ),
  cycle: () => (
    <>
      <path d="M84 104A60 60 0 0 1 204 104" stroke="var(--line-ctl)" />
      <path d="M144 44A60 60 0 0 1 186 61" stroke="var(--up)" strokeWidth={4} />
      <path d="M144 104 186 61" stroke="var(--text)" strokeWidth={1.5} />
      <Ring x={186} y={61} r={4.5} />
      <Word x={76} y={110} anchor="end" text="−1" />
      <Word x={144} y={36} anchor="middle" text="0" />
      <Word x={212} y={110} text="+1" />
    </>
  ),
  'gann-spectrum': () => (
    <>
      {[18, 32, 46, 60, 74, 88, 102].map((y) => (
        <path
          key={y}
          d={`M24 ${y}H264`}
          stroke="var(--brass)"
          strokeWidth={y === 32 || y === 88 ? 1.4 : 0.9}
          opacity={y === 32 || y === 88 ? 0.85 : 0.45}
        />
      ))}
      <Candles
        from={62}
        step={38}
        bars={[
          [90, 80, 104, 84],
          [84, 58, 90, 62],
          [62, 44, 70, 48],
          [48, 40, 66, 60],
          [60, 30, 64, 34],
        ]}
      />
    </>
  ),
  'trade-condition': (say) => (
    <>
      <path d="M30 60H258" stroke="var(--line-ctl)" />
      <Pins
        y={60}
        pins={[
          [30, 'down'],
          [106, 'strong'],
          [182, 'up'],
          [258, 'up'],
        ]}
      />
      <path d="M106 60H150" stroke="var(--up)" strokeWidth={3} />
      <Ring x={150} y={60} />
      <Word x={30} y={38} anchor="middle" text="SL" />
      <Word x={106} y={38} anchor="middle" text={say('entry')} />
      <Word x={182} y={38} anchor="middle" text="TP1" />
      <Word x={258} y={38} anchor="middle" text="TP2" />
      <Word x={150} y={94} anchor="middle" ink="brass" text={say('now')} />
    </>
  ),
  setup: (say) => (
    <>
      <path d="M24 92 264 26" stroke="var(--up)" strokeDasharray="2 5" />
      <Candles
        from={40}
        step={22}
        bars={[
          [92, 78, 98, 82],
          [82, 56, 88, 60],
          [60, 44, 66, 48],
          [48, 42, 66, 60],
          [60, 54, 80, 74],
          [74, 54, 82, 58],
          [58, 36, 62, 40],
        ]}
      />
      <circle cx={128} cy={80} r={6} stroke="var(--brass)" strokeWidth={2} />
      <Word x={16} y={22} text={say('main')} />
      <Word x={136} y={110} ink="brass" text={say('pullback')} />
    </>
  ),
  'stop-loss': (say) => (
    <>
      <path d="M30 84H258" stroke="var(--down)" strokeDasharray="6 4" strokeWidth={1.6} />
      <path d="M30 56H258" stroke="var(--text)" strokeWidth={1.6} />
      <Candles
        from={60}
        step={30}
        bars={[
          [56, 40, 60, 46],
          [46, 40, 62, 58],
          [58, 50, 74, 70],
          [70, 62, 96, 90],
        ]}
      />
      <path d="M145 79l10 10M155 79l-10 10" stroke="var(--text)" strokeWidth={2.4} />
      <Word x={258} y={48} anchor="end" text={say('entry')} />
      <Word x={258} y={112} anchor="end" ink="down" text={say('stop')} />
    </>
  ),
  'take-profit': (say) => (
    <>
      <path d="M30 88H232M30 54H232M30 20H232" stroke="var(--line-ctl)" strokeDasharray="6 4" />
      <path d="M30 88H232" stroke="var(--text)" strokeWidth={1.6} />
      <Candles
        from={60}
        step={30}
        bars={[
          [90, 80, 98, 84],
          [84, 62, 88, 66],
          [66, 46, 72, 50],
          [50, 46, 66, 60],
          [60, 16, 64, 24],
        ]}
      />
      <circle cx={120} cy={54} r={5} fill="var(--up)" />
      <circle cx={180} cy={20} r={5} fill="var(--up)" />
      <Word x={240} y={25} ink="up" text="TP2" />
      <Word x={240} y={59} ink="up" text="TP1" />
      <Word x={240} y={93} text={say('entry')} />
    </>
  ),
  r: (say) => (
    <>
      <path d="M30 62H258" stroke="var(--line-ctl)" />
      <Pins
        y={62}
        pins={[
          [60, 'down'],
          [120, 'strong'],
          [240, 'up'],
        ]}
      />
      <Word x={60} y={40} anchor="middle" ink="down" text="−1 R" />
      <Word x={120} y={40} anchor="middle" text="0" />
      <Word x={240} y={40} anchor="middle" ink="up" text="+2 R" />
      <Word x={84} y={98} anchor="middle" text={say('risked')} />
      <Word x={186} y={98} anchor="middle" text={say('gained')} />
    </>
  ),
  atr: (say) => (
    <>
      <Candles
        from={40}
        step={30}
        bars={[
          [70, 40, 92, 54],
          [54, 30, 70, 62],
          [62, 44, 96, 84],
          [84, 50, 90, 58],
          [58, 36, 74, 48],
        ]}
      />
      <path d="M188 36V92M182 36h12M182 92h12" stroke="var(--text)" strokeWidth={1.5} />
      <Word x={202} y={60} text={say('average')} />
      <Word x={202} y={77} text={say('averageOf')} />
    </>
  ),
  'matched-entries': (say) => (
    <>
      <path d="M24 60H264" stroke="var(--line-ctl)" />
      {MATCHED.map((x) => (
        <path key={x} d={`M${x} 54v12`} stroke="var(--brass)" opacity={0.7} />
      ))}
      <path d="M132 34V74" stroke="var(--brass)" strokeWidth={2} />
      <circle cx={176} cy={60} r={6} fill="var(--chart-bg)" stroke="var(--text)" strokeWidth={2} />
      <Word x={124} y={100} anchor="middle" ink="brass" text={say('baseline')} />
      <Word x={180} y={40} text={say('value')} />
    </>
  ),
  interval: (say) => (
    <>
      <path d="M24 78H264" stroke="var(--line-ctl)" />
      <path d="M112 30V86" stroke="var(--brass)" strokeWidth={2} />
      <path d="M84 56H188" stroke="var(--text-2)" strokeWidth={5} opacity={0.8} />
      <circle cx={136} cy={56} r={6} fill="var(--chart-bg)" stroke="var(--text)" strokeWidth={2} />
      <Word x={112} y={106} anchor="middle" ink="brass" text={say('baseline')} />
      <Word x={196} y={60} text={say('range')} />
      <Word x={136} y={44} text={say('value')} />
    </>
  ),
  live: (say) => (
    <>
      <path d="M24 70H264M96 62v16M168 62v16" stroke="var(--line-ctl)" />
      <path d="M96 70H168" stroke="var(--up)" strokeWidth={3} />
      <Candles from={70} step={22} bars={[[62, 22, 66, 34]]} />
      <circle cx={96} cy={70} r={5} fill="var(--chart-bg)" stroke="var(--text)" strokeWidth={2} />
      <circle cx={168} cy={70} r={5} fill="var(--up)" />
      <Word x={96} y={100} anchor="middle" text={say('closes')} />
      <Word x={132} y={54} anchor="middle" ink="up" text={say('fiveMinutes')} />
      <Word x={176} y={100} text={say('published')} />
    </>
  ),
  backtest: (say) => (
    <>
      <path d="M24 78H264" stroke="var(--line-ctl)" />
      <Candles
        from={40}
        step={22}
        bars={[
          [66, 50, 72, 56],
          [56, 34, 60, 40],
          [40, 34, 58, 52],
        ]}
      />
      <path d="M250 72C220 20 150 14 96 28" stroke="var(--brass)" strokeDasharray="3 4" />
      <path d="M104 20 94 28l12 5" stroke="var(--brass)" />
      <circle cx={250} cy={78} r={5} fill="var(--chart-bg)" stroke="var(--brass)" strokeWidth={2} />
      <Word x={24} y={102} text={say('oldBar')} />
      <Word x={272} y={102} anchor="end" ink="brass" text={say('today')} />
    </>
  ),
  simulated: (say) => (
    <>
      <path
        d="M20 76C50 32 70 88 100 52S150 22 180 58 240 32 270 42"
        stroke="var(--brass)"
        strokeWidth={1.6}
      />
      <Word x={144} y={108} anchor="middle" text={say('formula')} />
    </>
  ),
  imported: (say) => (
    <>
      <path d="M34 26h34l14 14v48H34zM68 26v14h14" stroke="var(--text-2)" strokeWidth={1.5} />
      <path d="M42 52h30M42 62h30M42 72h20" stroke="var(--line-ctl)" />
      <path d="M96 58h26M114 50l8 8-8 8" stroke="var(--text-2)" strokeWidth={1.5} />
      <Candles
        from={144}
        step={18}
        bars={[
          [74, 58, 80, 64],
          [64, 46, 70, 52],
          [52, 46, 66, 62],
          [62, 36, 66, 42],
        ]}
      />
      <path d="M208 24V88" stroke="var(--line-ctl)" strokeDasharray="3 4" />
      <Word x={58} y={108} anchor="middle" text={say('file')} />
      <Word x={208} y={108} anchor="middle" text={say('lastBar')} />
    </>
  ),
  predictor: (say) => (
    <>
      {[18, 46, 74].map((y, i) => (
        <g key={y}>
          <rect
            x={24}
            y={y}
            width={240}
            height={22}
            rx={3}
            fill="var(--s2)"
            opacity={1 - i * 0.25}
          />
          <path
            d={i === 1 ? `M34 ${y + 8}h10l-5 7z` : `M34 ${y + 15}h10l-5 -7z`}
            fill={i === 1 ? 'var(--down)' : 'var(--up)'}
          />
          <path d={`M120 ${y + 11}H252`} stroke="var(--line-ctl)" />
          <path d={`M120 ${y + 5}v12`} stroke="var(--down)" strokeWidth={2} />
          <path d={`M164 ${y + 5}v12`} stroke="var(--text)" strokeWidth={2} />
          <path d={`M208 ${y + 5}v12M252 ${y + 5}v12`} stroke="var(--up)" strokeWidth={2} />
          <Ring x={[184, 146, 226][i] ?? 184} y={y + 11} r={4} />
          <path d={`M56 ${y + 11}h40`} stroke="var(--text-3)" strokeWidth={5} opacity={0.5} />
        </g>
      ))}
      <Word x={264} y={114} anchor="end" text={say('newest')} />
    </>
  ),
  portfolio: (say) => (
    <>
      {BOX_KINDS.map((box, i) => (
        <g key={box}>
          <BoxArea
            x={28 + i * 48}
            y={24}
            width={38}
            height={44}
            fill={`var(--bx-${box})`}
            stroke={`var(--bx-${box})`}
          />
          {i % 2 === 0 ? <circle cx={47 + i * 48} cy={20} r={5} fill="var(--up)" /> : null}
        </g>
      ))}
      <circle cx={100} cy={100} r={5} fill="var(--up)" />
      <Word x={112} y={104} text={say('open')} />
    </>
  ),
  record: (say) => (
    <>
      {[0, 1, 2].map((i) => (
        <g key={i}>
          <rect
            x={24 + i * 86}
            y={30}
            width={66}
            height={40}
            rx={3}
            fill="var(--s2)"
            stroke="var(--line-ctl)"
          />
          <path
            d={`M34 ${44}m${i * 86} 0h46m-46 12h30`}
            stroke="var(--text-3)"
            strokeWidth={4}
            opacity={0.6}
          />
          {i > 0 ? (
            <path
              d={`M${4 + i * 86} 50h20m-6 -5 6 5 -6 5`}
              stroke="var(--brass)"
              strokeWidth={1.6}
            />
          ) : null}
        </g>
      ))}
      <Word x={144} y={102} anchor="middle" text={say('chain')} />
    </>
  ),
};

/** Outcomes of the matched entries in the picture, around their own mean. */
const MATCHED = [
  56, 74, 88, 98, 106, 112, 118, 124, 130, 136, 142, 150, 160, 172, 190, 212,
] as const;

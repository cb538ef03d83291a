import type { Bar } from '@rasat/engine';
import { init, type KLineData } from 'klinecharts';
import { BENCH_DIGITS, INK, offerBench } from './chart-contender.ts';

const toData = ({ openTimeMs, open, high, low, close, volume }: Bar): KLineData => ({
  timestamp: openTimeMs,
  open,
  high,
  low,
  close,
  volume,
});

offerBench({
  show(host, bars) {
    const chart = init(host, {
      styles: {
        candle: {
          bar: {
            upColor: INK.up,
            upBorderColor: INK.up,
            upWickColor: INK.up,
            downColor: INK.down,
            downBorderColor: INK.down,
            downWickColor: INK.down,
          },
        },
      },
    });
    const moving = bars.at(-1);
    if (!chart || !moving) throw new Error('the chart could not be made');
    // The same view as the product's: bars of seven pixels, and a fifth of the width for the future.
    chart.setBarSpace(7);
    chart.setOffsetRightDistance(Math.round(host.clientWidth * 0.21));
    let data = toData(moving);
    let update: ((data: KLineData) => void) | undefined;
    chart.setDataLoader({
      getBars: ({ callback }) => callback(bars.map(toData), false),
      subscribeBar: ({ callback }) => {
        update = callback;
      },
    });
    chart.setSymbol({ ticker: 'BENCH', pricePrecision: BENCH_DIGITS });
    chart.setPeriod({ type: 'hour', span: 1 });
    return {
      tick(_timeMs, price) {
        data = {
          ...data,
          close: price,
          high: Math.max(data.high, price),
          low: Math.min(data.low, price),
        };
        if (!update) throw new Error('the chart never asked for live bars');
        update(data);
      },
    };
  },
});

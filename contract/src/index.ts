export * from './analysis-reasons.ts';
export * from './analysis-text.ts';
export * from './analysis-view.ts';
export {
  type BarColumns,
  CHUNK_BARS,
  chunkLength,
  createColumns,
  decodeBars,
  decodeBarsInto,
  decodeBarTimes,
  encodeBars,
  isStorablePrice,
  sliceColumns,
} from './bars-codec.ts';
export { BARS_MEDIA_TYPE, type BarsReply, packBars, unpackBars } from './bars-message.ts';
export * from './base-rate.ts';
export * from './countries.ts';
export * from './errors.ts';
export * from './ledger/index.ts';
export * from './legal/index.ts';
export * from './limits.ts';
export * from './live.ts';
export * from './market-state.ts';
export * from './page-texts.ts';
export * from './pages.ts';
export * from './products.ts';
export * from './record-costs.ts';
export * from './record-headline.ts';
export * from './route.ts';
export * from './routes/index.ts';
export * from './signal-name.ts';
export * from './site-texts/index.ts';
export * from './symbols.ts';
export * from './time.ts';
export * from './versioned.ts';
export * from './wire.ts';
export * from './wire-analysis.ts';

export * from './errors.ts';
export * from './limits.ts';
export * from './live.ts';
export * from './route.ts';
export * from './routes/index.ts';
export * from './symbols.ts';
export * from './wire.ts';

import { offerBench } from './chart-contender.ts';

// What the page of the benchmark costs by itself.
offerBench({ show: () => ({ tick: () => undefined }) });

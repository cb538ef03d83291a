import { offerBench } from './chart-contender.ts';

// The baseline: the benchmark's page without a chart.
offerBench({ show: () => ({ tick: () => undefined }) });

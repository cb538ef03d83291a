export { HISTORY_DAYS } from './history.ts';
export {
  gannAnchorIndex,
  type WhyBox,
  type WhySubject,
  whyBoxPrice,
  whyBoxTime,
  whyCluster,
  whyCondition,
  whyCrystalSeer,
  whyCycle,
  whyGann,
  whyLevel,
  whySeer,
  whyTrade,
} from './subject.ts';
export {
  WhyPanel,
  type WhyPanelProps,
  WhySentences,
  WhyTags,
} from './why-panel.tsx';

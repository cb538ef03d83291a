export { HISTORY_DAYS } from './history.ts';
export {
  gannAnchorIndex,
  type WhyBox,
  type WhySubject,
  whyBoxPrice,
  whyBoxTime,
  whyCluster,
  whyCondition,
  whyConeEdge,
  whyCrystalSeer,
  whyCycle,
  whyGann,
  whyLevel,
  whySeer,
  whyTrade,
} from './subject.ts';
export {
  useSubjectName,
  WhyPanel,
  type WhyPanelProps,
  WhySentences,
  WhyTags,
} from './why-panel.tsx';

export { chanceQuestion } from './chance-figures.ts';
export { HISTORY_DAYS } from './history.ts';
export {
  gannAnchorIndex,
  type WhyBox,
  type WhySubject,
  whyBoxPrice,
  whyBoxTime,
  whyChance,
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
  boxChances,
  type ChanceMarket,
  findBoxChances,
  horizonChance,
  weeklyChances,
} from './touch-chances.ts';
export {
  useSubjectName,
  WhyChanceSentence,
  WhyPanel,
  type WhyPanelProps,
  WhySentences,
  WhyTags,
} from './why-panel.tsx';

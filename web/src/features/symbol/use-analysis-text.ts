import type { AnalysisClause, AnalysisParam, AnalysisSentence, LevelName } from '@rasat/contract';
import { useCallback } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useSourceWords } from '../../ui/use-source-words.ts';
import { capitalize, fillMarks, markOf, type TextPiece } from './marked-text.ts';

const STRONG: readonly AnalysisParam['as'][] = ['price', 'boxes', 'share'];

/** What the eye looks for: figures, boxes, and the way of a condition. */
function isStrong(param: AnalysisParam): boolean {
  if (param.as === 'word') return param.value === 'buy' || param.value === 'sell';
  return STRONG.includes(param.as);
}

/** Writes the values of the analysis in the language on the screen. */
export function useAnalysisText(
  digits: number,
): (sentence: AnalysisSentence) => readonly TextPiece[] {
  const { t } = useTranslation(['symbol', 'boxes']);
  const formats = useFormats();
  const { prices } = useSourceWords();

  return useCallback(
    (sentence) => {
      const levelName = (level: LevelName): string => {
        if (level.of === 'box') {
          return t(`level.${level.edge}`, { box: t(`boxes:${level.kind}`) });
        }
        if (level.index === 0) return t(`level.${level.side}Entry`);
        return t(`level.${level.side}`, { index: level.index });
      };
      const list = (names: readonly string[]): string => {
        const last = names.at(-1) ?? '';
        const before = names.slice(0, -1).join(', ');
        return before === '' ? last : `${before} ${t('word.and')} ${last}`;
      };
      const write = (param: AnalysisParam): string => {
        switch (param.as) {
          case 'symbol':
            return param.value;
          case 'price':
            return formats.price(param.value, digits);
          case 'time':
            return formats.moment(param.value);
          case 'atr':
            return formats.number(param.value, 2);
          case 'share':
            return formats.percent(param.value * 100, 1);
          case 'count':
            return formats.count(param.value);
          case 'source':
            return prices(param.value);
          case 'word':
            return t(`word.${param.value}`);
          case 'boxes':
            return list(param.value.map((kind) => t(`boxes:${kind}`)));
          case 'level':
            return levelName(param.value);
        }
      };
      const clause = ({ key, params }: AnalysisClause): readonly TextPiece[] => {
        const entries = Object.entries(params);
        const marks = Object.fromEntries(entries.map(([name]) => [name, markOf(name)]));
        const count = params.count?.as === 'count' ? { count: params.count.value } : {};
        const values = Object.fromEntries(
          entries.map(([name, param]) => [name, { text: write(param), strong: isStrong(param) }]),
        );
        return fillMarks(t(`text.${key}`, { ...marks, ...count }), values);
      };
      const pieces = sentence.clauses.flatMap((part, i) => [
        ...(i === 0 ? [] : [{ text: '; ', strong: false }]),
        ...clause(part),
      ]);
      return [...capitalize(pieces, formats.language), { text: '.', strong: false }];
    },
    [t, formats, prices, digits],
  );
}

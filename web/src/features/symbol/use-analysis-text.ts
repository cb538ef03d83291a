import type { AnalysisClause, AnalysisParam, LevelName } from '@rasat/contract';
import { useCallback } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';

/** Returns a function that writes a clause of the analysis in the current language. */
export function useAnalysisText(digits: number): (clause: AnalysisClause) => string {
  const { t } = useTranslation(['symbol', 'boxes']);
  const formats = useFormats();
  return useCallback(
    ({ key, params }) => {
      const list = (names: readonly string[]): string => {
        const last = names.at(-1) ?? '';
        const before = names.slice(0, -1).join(', ');
        return before === '' ? last : `${before} ${t('word.and')} ${last}`;
      };
      const write = (param: AnalysisParam): string | number => {
        switch (param.as) {
          case 'symbol':
            return param.value;
          case 'price':
            return formats.price(param.value, digits);
          case 'day':
            // Day and month stay on one line.
            return formats.day(param.value).replaceAll(' ', '\u00a0');
          case 'atr':
            return formats.number(param.value, 2);
          case 'share':
            return formats.percent(param.value * 100, param.fine ? 1 : 0);
          case 'signed':
            return formats.signed(param.value);
          case 'count':
            // As a number, because the catalogue chooses the plural form by it.
            return param.value;
          case 'word':
            return t(`word.${param.value}`);
          case 'boxes':
            return list(param.value.map((kind) => t(`boxes:${kind}`)));
        }
      };
      const values = Object.entries(params).map(([name, param]) => [name, write(param)] as const);
      return t(`text.${key}`, Object.fromEntries(values));
    },
    [t, formats, digits],
  );
}

/** Returns a function that writes a level's name: an edge of a box, or a weekly level. */
export function useLevelWords(): (level: LevelName) => string {
  const { t } = useTranslation(['symbol', 'boxes']);
  return useCallback(
    (level) => {
      if (level.of === 'box') return t(`level.${level.edge}`, { box: t(`boxes:${level.kind}`) });
      if (level.index === 0) return t(`level.${level.side}Entry`);
      return t(`level.${level.side}`, { index: level.index });
    },
    [t],
  );
}

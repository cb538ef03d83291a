import { BOXES } from '@rasat/contract';
import { type BoxTerm, CONE_SETUPS } from '@rasat/engine';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useSourceWords } from '../../ui/use-source-words.ts';
import type { RecordRow } from './row-calls.ts';

/** Texts of a row's signal, setup, origin and figures. */
export interface RowWords {
  /** Name of what was published: `Tahminci, kırılma`, `36 kutusu, kısa vade`, `Aralık konisi, 1 gün`. */
  readonly signal: (row: Pick<RecordRow, 'kind' | 'setup'>) => string;
  /** Name of a setup, for a place that shows its kind. */
  readonly setup: (setup: string) => string;
  /** Source of the prices, then the origin. */
  readonly origin: (row: Pick<RecordRow, 'origin' | 'source'>) => string;
  /** Multiple of the risk with its sign. */
  readonly r: (value: number | null) => string;
}

/** Returns the texts of rows in the language of the page. */
export function useRowWords(): RowWords {
  const { t } = useTranslation(['record', 'boxes']);
  const { signed, language } = useFormats();
  const { name } = useSourceWords();
  const box = (setup: string): { name: string; term: BoxTerm } | null => {
    const [kind, term] = setup.split('.');
    const known = BOXES.find((one) => one.kind === kind);
    if (!known || (term !== 'short' && term !== 'long')) return null;
    return { name: t(`boxes:${known.kind}`), term };
  };
  const setup = (name: string): string => {
    const known = box(name);
    if (known) return t(`row.setup.${known.term}`, { box: known.name });
    const cone = CONE_SETUPS.find((one) => one === name);
    if (cone) return t(`forecast.${cone}`);
    return name === 'pivot' || name === 'break' || name === 'weekly'
      ? t(`row.setup.${name}`)
      : name;
  };
  const named = (name: string): string | null => {
    const known = box(name);
    if (known) return `${t('row.name.box', { box: known.name })}, ${t(`row.name.${known.term}`)}`;
    if (name === 'weekly' || name === 'pivot' || name === 'break') return t(`row.name.${name}`);
    return null;
  };
  return {
    setup,
    signal: ({ kind, setup: name }) => {
      const own = named(name);
      if (kind !== 'forecast') return own ?? `${t(`row.kind.${kind}`)}, ${name}`;
      const cone = CONE_SETUPS.find((one) => one === name);
      if (cone) return t(`forecast.${cone}`);
      const of = name === 'weekly' ? (own ?? '').toLocaleLowerCase(language) : (own ?? name);
      return t('forecast.name', { of });
    },
    origin: ({ origin, source }) =>
      `${name(source)}, ${t(`row.originWord.${origin}`).toLocaleLowerCase(language)}`,
    r: (value) => signed(value, 2),
  };
}

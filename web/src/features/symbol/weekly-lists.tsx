import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/states.tsx';
import type { LevelsReply } from './replies.ts';
import {
  levelPart,
  listWeeklyLevels,
  type ShownLevels,
  type WeeklyLevel,
} from './weekly-levels.ts';
import { askLevel, type OpenWhy } from './why-question.ts';

/** The two lists of the week: the entry and its five take profits, each cell a question why. */
export function WeeklyLists({
  levels,
  shown,
  digits,
  selected,
  onWhy,
}: {
  readonly levels: LevelsReply;
  readonly shown: ShownLevels;
  readonly digits: number;
  readonly selected: WeeklyLevel | null;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  if (levels.buy.length === 0 && levels.sell.length === 0) {
    return (
      <div className="border-t border-line-soft">
        <Empty title={t('levels.empty')} text={t('levels.emptyText')} drawing={false} compact />
      </div>
    );
  }
  const sides = shown === 'both' ? (['buy', 'sell'] as const) : [shown];
  return (
    <div
      className={cx(
        'grid border-t border-line-soft',
        sides.length === 2 &&
          'desk:grid-cols-2 desk:[&>*+*]:border-l max-desk:[&>*+*]:border-t [&>*+*]:border-line-soft',
      )}
    >
      {sides.map((side) => (
        <section key={side} aria-label={t(`levels.${side}List`)}>
          <h3
            className={cx(
              'px-3 pt-2.25 pb-1 text-12',
              side === 'buy' ? 'text-up' : 'text-down-text',
            )}
          >
            {t(`levels.${side}List`)}
          </h3>
          <ol className="grid grid-cols-3 px-1.5 pb-1.5 wide:grid-cols-6">
            {listWeeklyLevels(levels, side).map((level) => (
              <li key={levelPart(level)}>
                <LevelCell
                  level={level}
                  digits={digits}
                  chosen={selected !== null && levelPart(selected) === levelPart(level)}
                  onPress={() => onWhy(askLevel(levels, level))}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function LevelCell({
  level: { index, price },
  digits,
  chosen,
  onPress,
}: {
  readonly level: WeeklyLevel;
  readonly digits: number;
  readonly chosen: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'num w-full rounded-2 px-1.5 py-1 text-left hover:bg-hover pointer-coarse:min-h-11',
        chosen && 'bg-sel shadow-[inset_0_0_0_1px_var(--brass-line)]',
      )}
    >
      <span className="block text-11 text-ink-3">
        {index === 0 ? t('levels.entry') : t('levels.target', { index })}
      </span>
      {formats.price(price, digits)}
      <span className="sr-only">{t('whyLevel')}</span>
    </button>
  );
}

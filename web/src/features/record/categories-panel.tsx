import { CATEGORIES } from '@rasat/contract';
import type { ConeSetup } from '@rasat/engine';
import { CONE_SHARES } from '@rasat/engine';
import type { LevelGroup } from '@rasat/ledger';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { findLevels, hasFigures, type ScopeFigures } from './calibration-figures.ts';
import { useCalibrationWords } from './calibration-words.ts';

/** Place of the 80 % cone among the shares. */
const EIGHTY = CONE_SHARES.indexOf(0.8);

/** Renders the figures of a group of levels, and of the 80 % cones, of each category. */
export function CategoriesPanel({
  scopes,
  group,
}: {
  readonly scopes: readonly ScopeFigures[];
  readonly group: LevelGroup;
}) {
  const { t } = useTranslation(['calibration', 'record', 'words']);
  const { formats, distance, errorShort, skillShort, of100Short } = useCalibrationWords();
  const none = formats.number(null, 0);
  const rows = CATEGORIES.flatMap((category) => {
    const figures = scopes.find(({ scope }) => scope === category);
    return hasFigures(figures) ? [{ category, figures, levels: findLevels(figures, group) }] : [];
  });
  const inside = ({ cones }: ScopeFigures, wanted: ConeSetup): string => {
    const seen = cones.find((cone) => cone.group === wanted)?.figures.inside[EIGHTY];
    return seen ? of100Short(seen) : none;
  };
  return (
    <Panel
      className="mt-3"
      title={t('categories.title')}
      meta={<span className="lbl">{t(`choices.groups.${group}`)}</span>}
    >
      {rows.length === 0 ? (
        <Empty title={t('categories.none')} text={t('none.text')} />
      ) : (
        <DataTable
          hiddenCaption
          caption={t('categories.caption')}
          rows={rows}
          rowKey={({ category }) => category}
          columns={[
            [t('record:columns.category'), ({ category }) => t(`words:category.${category}`)],
            [t('record:columns.n'), ({ levels }) => formats.count(levels?.n ?? null), 'figures'],
            [
              t('columns.error'),
              ({ levels }) => (levels ? errorShort(levels.error) : none),
              'figures',
            ],
            [
              t('columns.gap'),
              ({ levels }) => (levels ? distance(levels.calibrationError) : none),
              'figures',
            ],
            [
              t('columns.skill'),
              ({ levels }) => {
                const skill = levels?.plain?.skill;
                return skill ? skillShort(skill) : none;
              },
              'figures',
            ],
            [t('columns.day'), ({ figures }) => inside(figures, 'cone.1d'), 'figures'],
            [t('columns.week'), ({ figures }) => inside(figures, 'cone.1w'), 'figures'],
          ]}
        />
      )}
    </Panel>
  );
}

import { BOXES, type BoxType } from '@rasat/contract';
import type { PortfolioItem } from '../../api/calls/signals.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BoxSwatch, BoxTag } from '../../ui/tag.tsx';
import { countByBox } from './holdings.ts';

/** State of the filters, with its setters. */
export interface FilterView {
  readonly boxes: readonly BoxType[];
  readonly text: string;
  readonly list: boolean;
  readonly setBoxes: (types: readonly BoxType[]) => void;
  readonly setText: (text: string) => void;
  readonly setList: (list: boolean) => void;
  readonly clear: () => void;
}

/** Renders the filters: search, boxes, and cards or list. */
export function Filters({
  items,
  view,
}: {
  readonly items: readonly PortfolioItem[];
  readonly view: FilterView;
}) {
  const { t } = useTranslation('portfolio');
  const { t: words } = useTranslation('words');
  const { t: boxes } = useTranslation('boxes');
  const { count } = useFormats();
  const counts = countByBox(items, view.text);
  const kindOf = (value: string) => BOXES.find(({ type }) => String(type) === value)?.kind;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2.5">
      <SearchField
        label={t('search')}
        value={view.text}
        onChange={(event) => view.setText(event.target.value)}
        autoCapitalize="characters"
        className="w-58 max-desk:w-full tab:max-desk:w-58 tab:max-desk:flex-1"
      />
      <MultiSelect
        label={t('boxes')}
        placeholder={t('allBoxes')}
        value={view.boxes.map(String)}
        choices={BOXES.map(({ type, kind }) => ({
          value: String(type),
          text: boxes(kind),
          label: (
            <>
              <BoxSwatch kind={kind} />
              {boxes(kind)}
            </>
          ),
          count: count(counts.get(type) ?? 0),
        }))}
        onChange={(chosen) =>
          view.setBoxes(
            BOXES.map(({ type }) => type).filter((type) => chosen.includes(String(type))),
          )
        }
        renderChosen={(value) => {
          const kind = kindOf(value);
          return kind ? <BoxTag kind={kind}>{boxes(kind)}</BoxTag> : null;
        }}
        className="min-w-62 max-tab:w-full tab:max-desk:flex-1"
      />
      {view.boxes.length > 0 || view.text !== '' ? (
        <Button variant="quiet" onClick={view.clear}>
          {words('clearFilter')}
        </Button>
      ) : null}
      <Segmented
        label={t('view')}
        value={view.list ? 'list' : 'cards'}
        onChange={(value) => view.setList(value === 'list')}
        className="desk:ml-auto max-desk:hidden"
        choices={[
          {
            value: 'cards',
            label: (
              <>
                <Icon name="cards" size={14} />
                {t('cards')}
              </>
            ),
          },
          {
            value: 'list',
            label: (
              <>
                <Icon name="list" size={14} />
                {t('list')}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

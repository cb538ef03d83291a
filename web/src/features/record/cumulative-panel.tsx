import { CATEGORIES } from '@rasat/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Load } from '../../ui/load.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { type RecordHistory, recordHistoryQuery } from './calls.ts';
import { type CurvePoint, listCurve } from './cumulative-geometry.ts';
import { CumulativePlot } from './cumulative-plot.tsx';
import { listSubjects, subjectKey } from './groups.ts';
import { PlotPanel } from './plot-panel.tsx';
import { groupQuery, type RecordKey, type RecordView } from './record-view.ts';
import { useRecordWords } from './words.ts';

/** Classes of the panel's select fields: as low as its other controls, except for touch. */
const SMALL =
  'max-tab:w-auto max-tab:flex-auto pointer-fine:[&_select]:min-h-7.5 pointer-fine:[&_select]:h-7.5 pointer-fine:[&_select]:py-0 pointer-fine:[&_select]:text-12';

/** Renders the cumulative result of a group of signals, net or gross, beside that of its matched entries. */
export function CumulativePanel({
  view,
  finished,
  onChange,
}: {
  readonly view: RecordView;
  /** End of the computation of the figures. */
  readonly finished: number;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}) {
  const { t } = useTranslation('record');
  const { source, origin } = view;
  const history = useQuery({
    ...recordHistoryQuery(
      {
        source,
        origin,
        ...groupQuery(view.of),
        ...(view.category ? { category: view.category } : {}),
      },
      finished,
    ),
    placeholderData: keepPreviousData,
  });
  const net = !view.gross;
  const points = listCurve(history.data?.cumulative ?? [], net);
  return (
    <PlotPanel
      title={t('cumulative.title')}
      busy={history.isPlaceholderData}
      actions={
        <Segmented
          label={t('cumulative.result')}
          value={net ? 'net' : 'gross'}
          choices={[
            { value: 'net', label: t('cumulative.net') },
            { value: 'gross', label: t('cumulative.gross') },
          ]}
          onChange={(value) => onChange({ result: value === 'net' ? null : 'gross' })}
        />
      }
      table={points.length < 2 ? null : () => <CurveTable points={points} net={net} />}
    >
      <GroupChoice view={view} onChange={onChange} />
      <Load
        query={history}
        failed={t('figuresFailed')}
        skeleton={<Bone className="m-3 h-62 w-auto" />}
      >
        {(data: RecordHistory) =>
          data.cumulative.length === 0 ? (
            <Empty title={t('cumulative.empty')} />
          ) : (
            <>
              <div className="px-3">
                <CumulativePlot points={points} net={net} />
              </div>
              <Legend />
            </>
          )
        }
      </Load>
    </PlotPanel>
  );
}

function GroupChoice({
  view,
  onChange,
}: {
  readonly view: RecordView;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}) {
  const { t } = useTranslation('record');
  const { t: common } = useTranslation('words');
  const { subject } = useRecordWords();
  const option = (value: string, text: string) => (
    <option key={value} value={value}>
      {text}
    </option>
  );
  const [condition, ...others] = listSubjects(true);
  const boxes = others.filter(({ kind }) => kind === 'box');
  const levels = others.filter(({ kind }) => kind === 'levels');
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pt-2.5 pb-1">
      <SelectField
        label={t('choices.group')}
        hideLabel
        value={view.of}
        onChange={(event) => {
          const of = event.target.value;
          onChange({ of: of === 'all' ? null : of });
        }}
        className={`w-44 ${SMALL}`}
      >
        {option('all', t('choices.everyKind'))}
        {condition ? option(subjectKey(condition), subject(condition)) : null}
        {option('box', t('choices.everyBox'))}
        {[...boxes, ...levels].map((each) => option(subjectKey(each), subject(each)))}
      </SelectField>
      <SelectField
        label={t('choices.category')}
        hideLabel
        value={view.category ?? ''}
        onChange={(event) => onChange({ in: event.target.value || null })}
        className={`w-40 ${SMALL}`}
      >
        {option('', t('choices.everyCategory'))}
        {CATEGORIES.map((category) => option(category, common(`category.${category}`)))}
      </SelectField>
      <span className="lbl max-tab:sr-only">{t('cumulative.meta')}</span>
    </div>
  );
}

function Legend() {
  const { t } = useTranslation('record');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-3 pb-3 text-12 text-ink-3">
      <li className="flex items-center gap-1.5">
        <svg width="20" height="12" aria-hidden="true">
          <path d="M0 6H20" stroke="var(--text)" strokeWidth="1.8" />
        </svg>
        {t('cumulative.own')}
      </li>
      <li className="flex items-center gap-1.5">
        <svg width="20" height="12" aria-hidden="true">
          <path d="M0 6H20" stroke="var(--brass)" strokeWidth="1.5" strokeDasharray="5 4" />
        </svg>
        {t('cumulative.baseline')}
      </li>
      <li className="flex items-center gap-1.5">
        <svg width="16" height="12" aria-hidden="true">
          <rect width="16" height="12" fill="var(--brass)" opacity=".25" />
        </svg>
        {t('cumulative.band')}
      </li>
    </ul>
  );
}

function CurveTable({
  points,
  net,
}: {
  readonly points: readonly CurvePoint[];
  readonly net: boolean;
}) {
  const { t } = useTranslation('record');
  const { formats, month } = useRecordWords();
  return (
    <div className="max-h-90 overflow-y-auto">
      <DataTable
        hiddenCaption
        caption={`${t('cumulative.title')}: ${t(net ? 'cumulative.net' : 'cumulative.gross')}`}
        rows={points.slice(1).toReversed()}
        rowKey={(point) => point.month}
        columns={[
          [t('columns.month'), (point) => month(point.month)],
          [t('columns.result'), ({ r }) => formats.signed(r), 'figures'],
          [t('columns.middle'), ({ middle }) => formats.signed(middle), 'figures'],
          [t('columns.low'), ({ low }) => formats.signed(low), 'figures'],
          [t('columns.high'), ({ high }) => formats.signed(high), 'figures'],
        ]}
      />
    </div>
  );
}

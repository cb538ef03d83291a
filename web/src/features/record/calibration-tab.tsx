import { LEVEL_GROUPS } from '@rasat/ledger';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { callPath } from '../../api/client/client.ts';
import { useTranslation } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Load } from '../../ui/load.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Empty } from '../../ui/states.tsx';
import {
  type CalibrationChoice,
  findLevels,
  hasFigures,
  listScopes,
  readChoice,
  type ScopeFigures,
} from './calibration-figures.ts';
import { CalibrationHeadline } from './calibration-headline.tsx';
import { CalibrationSummary } from './calibration-summary.tsx';
import { useCalibrationWords } from './calibration-words.ts';
import { type RecordCalibration, recordCalibrationQuery } from './calls.ts';
import { CategoriesPanel } from './categories-panel.tsx';
import { ConesPanel } from './cones-panel.tsx';
import { LeftOut } from './left-out.tsx';
import type { RecordKey, RecordView } from './record-view.ts';
import { ReliabilityPanel } from './reliability-panel.tsx';
import { FiguresSkeleton } from './skeletons.tsx';

interface TabProps {
  readonly view: Pick<RecordView, 'source' | 'origin'>;
  readonly onChange: (changes: Partial<Record<RecordKey, string | null>>) => void;
}

/** Renders how often the chances of touch of a source and origin came true, with the registered looks at them. */
export function CalibrationTab({ view, onChange }: TabProps) {
  const { t } = useTranslation('calibration');
  const { source, origin } = view;
  const calibration = useQuery(recordCalibrationQuery({ source, origin }));
  return (
    <Load query={calibration} failed={t('failed')} skeleton={<FiguresSkeleton />}>
      {(data) => <Calibration calibration={data} view={view} onChange={onChange} />}
    </Load>
  );
}

function Calibration({
  calibration,
  view,
  onChange,
}: TabProps & { readonly calibration: RecordCalibration }) {
  const [search] = useSearchParams();
  const { scopes } = calibration;
  const choice = readChoice(search, scopes);
  const figures = scopes.find(({ scope }) => scope === choice.scope);
  return (
    <>
      <CalibrationHeadline calibration={calibration} view={view} />
      {hasFigures(figures) ? (
        <>
          <Choices calibration={calibration} view={view} choice={choice} onChange={onChange} />
          <Figures scopes={scopes} figures={figures} choice={choice} />
        </>
      ) : (
        <NoFigures backtest={view.origin === 'backfill'} />
      )}
      {figures ? <LeftOut figures={figures} backtest={view.origin === 'backfill'} /> : null}
    </>
  );
}

function NoFigures({ backtest }: { readonly backtest: boolean }) {
  const { t } = useTranslation('calibration');
  return (
    <Panel>
      <Empty
        level={2}
        title={t(backtest ? 'none.backtestTitle' : 'none.title')}
        text={t(backtest ? 'none.backtestText' : 'none.text')}
      />
    </Panel>
  );
}

function Choices({
  calibration: { scopes, computed, model },
  view: { source, origin },
  choice: { scope, group },
  onChange,
}: TabProps & { readonly calibration: RecordCalibration; readonly choice: CalibrationChoice }) {
  const { t } = useTranslation('calibration');
  const { formats, scope: nameOf, scopeNote } = useCalibrationWords();
  const choose = (key: 'scope' | 'group') => (value: string) =>
    onChange({ [key]: value === 'all' ? null : value });
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <SelectField
          label={t('choices.scope')}
          hideLabel
          value={scope}
          onChange={(event) => choose('scope')(event.target.value)}
          className="w-48"
        >
          {listScopes(scopes).map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </SelectField>
        <Segmented
          label={t('choices.group')}
          value={group}
          choices={LEVEL_GROUPS.map((value) => ({ value, label: t(`choices.groups.${value}`) }))}
          onChange={choose('group')}
        />
        <a
          href={callPath('recordCalibrationFile', { query: { source, origin } })}
          download
          className={`${buttonClass('secondary', 'sm')} desk:ml-auto max-desk:min-h-11`}
        >
          <Download aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
          {t('choices.csv')}
        </a>
      </div>
      <p className="num mb-3 flex flex-wrap gap-x-6 text-12 leading-mid whitespace-normal text-ink-3">
        <span>{`${scopeNote(scope)} ${t(`choices.groupNote.${group}`)}`}</span>
        {computed === null ? null : (
          <span role="status" className="desk:ml-auto">
            {t('computedAt', { moment: formats.moment(computed), model })}
          </span>
        )}
      </p>
    </>
  );
}

function Figures({
  scopes,
  figures,
  choice,
}: {
  readonly scopes: readonly ScopeFigures[];
  readonly figures: ScopeFigures;
  readonly choice: CalibrationChoice;
}) {
  const levels = findLevels(figures, choice.group);
  return (
    <>
      <CalibrationSummary levels={levels} />
      <div className="grid items-start gap-3 desk:grid-cols-2">
        <ReliabilityPanel levels={levels} />
        <ConesPanel cones={figures.cones} />
      </div>
      <CategoriesPanel scopes={scopes} group={choice.group} />
    </>
  );
}

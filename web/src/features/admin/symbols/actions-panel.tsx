import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Load } from '../../../ui/load.tsx';
import { Bone } from '../../../ui/skeleton.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Moment } from '../moment.tsx';
import { PanelTable } from '../panel-table.tsx';
import { useSourceName } from '../source-name.ts';
import { type ShownState, shownState } from './action-state.ts';
import { useActionTerms } from './action-terms.ts';
import { corporateActionsQuery, type ToldAction } from './calls.ts';
import { type Choice, DecisionDialog } from './decision-dialog.tsx';

const TONES: Readonly<Record<ShownState, 'warn' | 'bad' | 'info' | 'ok' | 'quiet'>> = {
  open: 'warn',
  held: 'bad',
  planned: 'info',
  failed: 'bad',
  done: 'ok',
  dismissed: 'quiet',
};

/** Renders the splits and renames that the sources tell, and the choices about those that wait. */
export function ActionsPanel() {
  const { t } = useTranslation('adminMarket');
  const query = useQuery(corporateActionsQuery());
  const [asked, setAsked] = useState<{ choice: Choice; action: ToldAction } | null>(null);
  return (
    <Load query={query} failed={t('actions.failed')} skeleton={<Bone className="h-20 w-full" />}>
      {({ actions, serverTime }) => (
        <>
          <ActionTable
            actions={actions}
            nowMs={serverTime}
            onChoice={(choice, action) => setAsked({ choice, action })}
          />
          {asked ? (
            <DecisionDialog {...asked} nowMs={serverTime} onClose={() => setAsked(null)} />
          ) : null}
        </>
      )}
    </Load>
  );
}

function ActionTable({
  actions,
  nowMs,
  onChoice,
}: {
  readonly actions: readonly ToldAction[];
  readonly nowMs: number;
  readonly onChoice: (choice: Choice, action: ToldAction) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const sourceName = useSourceName();
  const terms = useActionTerms();
  return (
    <PanelTable
      title={t('actions.title')}
      empty={t('actions.none')}
      rows={actions}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('symbols.symbol'),
          look: 'font-semi',
          cell: ({ symbol }) => <span translate="no">{symbol}</span>,
        },
        {
          name: t('actions.action'),
          look: 'min-w-36 py-1.5',
          cell: (action) => (
            <>
              {terms(action)}
              <span className="block text-12 text-ink-3 tab:hidden">
                <Moment timeMs={action.effective} />
              </span>
            </>
          ),
        },
        {
          name: t('symbols.source'),
          place: 'max-desk:hidden',
          look: 'text-ink-2',
          cell: ({ source }) => sourceName(source),
        },
        {
          name: t('actions.effective'),
          place: 'max-tab:hidden',
          look: 'whitespace-nowrap',
          cell: ({ effective }) => <Moment timeMs={effective} />,
        },
        {
          name: t('actions.found'),
          place: 'max-desk:hidden',
          look: 'whitespace-nowrap text-ink-2',
          cell: ({ found }) => <Moment timeMs={found} />,
        },
        {
          name: t('actions.state'),
          look: 'py-1 tab:pr-1',
          cell: (action) => {
            const state = shownState(action, nowMs);
            return (
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <Tag tone={TONES[state]} className="max-tab:whitespace-normal">
                  {t(`actions.states.${state}`)}
                </Tag>
                <Choices action={action} state={state} onChoice={onChoice} />
              </span>
            );
          },
        },
      ]}
    />
  );
}

/** Choices about an action by its state; none about one that is carried out or dismissed. */
const CHOICES: Readonly<Record<ShownState, readonly Choice[]>> = {
  open: ['confirm', 'dismiss'],
  held: ['confirm', 'dismiss'],
  planned: ['dismiss'],
  failed: ['confirm', 'dismiss'],
  done: [],
  dismissed: [],
};

function Choices({
  action,
  state,
  onChoice,
}: {
  readonly action: ToldAction;
  readonly state: ShownState;
  readonly onChoice: (choice: Choice, action: ToldAction) => void;
}) {
  const { t } = useTranslation('adminMarket');
  const { symbol } = action;
  return (
    <span className="inline-flex gap-1 empty:hidden">
      {CHOICES[state].map((choice) => (
        <Button
          key={choice}
          size="sm"
          variant={choice === 'confirm' ? 'primary' : 'quiet'}
          className="max-desk:min-h-11"
          aria-label={t(`actions.${choice}Of`, { symbol })}
          onClick={() => onChoice(choice, action)}
        >
          {t(`actions.${choice}`)}
        </Button>
      ))}
    </span>
  );
}

import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { DirectionTag, Tag } from '../../ui/tag.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { Gauge } from './gauge.tsx';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import type { CycleReply } from './replies.ts';
import { WhyButton } from './why-button.tsx';
import { askCycle, type OpenWhy } from './why-question.ts';

const THRESHOLD = 50;

/** Renders the cycle gauge with its percentage, its threshold and its word. */
export function CyclePanel({
  state,
  onWhy,
}: {
  readonly state: PanelState<CycleReply>;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const cycle = state.status === 'ready' ? state.data : null;
  return (
    <Panel
      title={t('cycle.title')}
      busy={state.status === 'ready' && state.busy}
      meta={
        <>
          <TermHelp term="cycle" />
          {cycle ? <span className="lbl num">{formats.day(cycle.date)}</span> : null}
        </>
      }
      actions={
        cycle ? (
          <>
            <WhyButton
              label={t('why')}
              what={t('cycle.title')}
              onPress={() => onWhy(askCycle(cycle))}
            />
            <span className="mr-2 flex">
              <CycleTag cycle={cycle} />
            </span>
          </>
        ) : null
      }
    >
      <PanelBody state={state} skeleton={<CycleBones />}>
        {(data) => (data ? <CycleBody cycle={data} /> : <Empty title={t('cycle.empty')} compact />)}
      </PanelBody>
    </Panel>
  );
}

type Cycle = NonNullable<CycleReply>;

function CycleTag({ cycle }: { readonly cycle: Cycle }) {
  const { t } = useTranslation('symbol');
  if (cycle.warming) return <Tag tone="warn">{t('cycle.warming')}</Tag>;
  return (
    <DirectionTag way={cycle.positive}>
      {cycle.positive ? t('cycle.positive') : t('cycle.negative')}
    </DirectionTag>
  );
}

function CycleBody({ cycle }: { readonly cycle: Cycle }) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const percentage = formats.percent(cycle.percentage, 1);
  const threshold = formats.percent(THRESHOLD, 0);
  const word = cycle.warming
    ? t('cycle.warming')
    : cycle.positive
      ? t('cycle.positive')
      : t('cycle.negative');
  return (
    <div className="px-3 pt-3 pb-1.5">
      <Gauge
        value={cycle.value}
        positive={cycle.positive}
        quiet={cycle.warming}
        format={(value) => (value === 0 ? '0' : formats.signed(value, value % 1 === 0 ? 0 : 1))}
        shown={formats.signed(cycle.value)}
        sentence={t('cycle.sentence', {
          value: formats.signed(cycle.value),
          percentage,
          word,
          threshold,
        })}
      />
      <p className="pb-1.5 text-center text-12 text-ink-2">
        {cycle.warming
          ? t('cycle.warmingText')
          : t(`cycle.place.${placeOf(cycle.value)}`, { percentage, threshold })}
      </p>
    </div>
  );
}

/** Returns the word for the gauge's position. The outer tenths of the scale count as its ends. */
function placeOf(value: number): 'bottom' | 'low' | 'high' | 'top' {
  if (value <= -0.9) return 'bottom';
  if (value >= 0.9) return 'top';
  return value < 0 ? 'low' : 'high';
}

function CycleBones() {
  return (
    <div className="p-3">
      <Bone className="mx-auto h-37 w-full max-w-75 rounded-t-full" />
      <Bone className="mt-2 w-3/4" />
    </div>
  );
}

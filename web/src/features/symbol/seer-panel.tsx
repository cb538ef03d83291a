import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { DirectionTag } from '../../ui/tag.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import type { SeerReply } from './replies.ts';
import { composeSeerRows, type SeerRow } from './seer-rows.ts';
import { askSeer, type OpenWhy } from './why-question.ts';

/** Renders support and resistance of the four seers. */
export function SeerPanel({
  state,
  digits,
  onWhy,
}: {
  readonly state: PanelState<SeerReply>;
  readonly digits: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  return (
    <Panel
      title={t('seer.title')}
      meta={
        <>
          <TermHelp term="seer" />
          <span className="lbl">{t('seer.note')}</span>
        </>
      }
      busy={state.status === 'ready' && state.busy}
      className="flex flex-1 flex-col"
    >
      <PanelBody state={state} skeleton={<SeerBones />}>
        {(reply) => <SeerList reply={reply} digits={digits} onWhy={onWhy} />}
      </PanelBody>
    </Panel>
  );
}

function SeerList({
  reply,
  digits,
  onWhy,
}: {
  readonly reply: SeerReply;
  readonly digits: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const rows = composeSeerRows(reply);
  const { seer, close, reverse, crystal } = rows;
  const days = (row: SeerRow) => t('seer.days', { count: row.ageDays });
  const mainName = seer?.word === 'middle' ? t('seer.middle') : t('seer.main');
  const ask = (which: Parameters<typeof askSeer>[1]) => {
    const question = askSeer(reply, which);
    return question ? () => onWhy(question) : undefined;
  };
  return (
    <ul className="grid flex-1 auto-rows-fr">
      <Line
        name={mainName}
        row={seer}
        digits={digits}
        note={seer && days(seer)}
        onPress={ask('seer')}
      />
      <Line
        name={t('seer.close')}
        row={close}
        digits={digits}
        note={close && (close.word ? `${t(`seer.${close.word}`)} · ${days(close)}` : days(close))}
        onPress={ask('closeSeer')}
      />
      <Line
        name={t('seer.reverse')}
        row={reverse}
        digits={digits}
        note={reverse && (reverse.word === 'middleBand' ? t('seer.band') : t('seer.opposite'))}
        onPress={ask('reverseSeer')}
      />
      <Line
        name={t('seer.crystal')}
        row={crystal}
        digits={digits}
        note={crystal && formats.day(crystal.timeMs)}
        onPress={ask('crystalSeer')}
      />
    </ul>
  );
}

function Line({
  name,
  row,
  digits,
  note,
  onPress,
}: {
  readonly name: string;
  readonly row: SeerRow | null;
  readonly digits: number;
  readonly note: ReactNode;
  readonly onPress: (() => void) | undefined;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  return (
    <li className="grid min-h-13 grid-cols-[minmax(84px,116px)_1fr_auto_auto] items-center gap-2 border-b border-line-soft py-1.5 pr-1 pl-3 last:border-b-0">
      <span className="min-w-0">
        {name}
        <span className="num block text-11 text-ink-3">{row ? note : null}</span>
      </span>
      {row ? (
        <>
          <b className="num">{formats.price(row.level, digits)}</b>
          <DirectionTag way={row.way}>
            {row.way ? t('seer.support') : t('seer.resistance')}
          </DirectionTag>
          {onPress ? (
            <IconButton
              label={t('whyOf', { what: name })}
              className="pointer-fine:size-7!"
              onClick={onPress}
            >
              <CircleQuestionMark aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
            </IconButton>
          ) : null}
        </>
      ) : (
        <span className="col-span-3 pr-2 text-right text-ink-3">{t('seer.none')}</span>
      )}
    </li>
  );
}

function SeerBones() {
  return (
    <div>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex min-h-13 items-center gap-4 px-3">
          <Bone className="w-16" />
          <Bone className="w-20" />
          <Bone className="ml-auto w-18" />
        </div>
      ))}
    </div>
  );
}

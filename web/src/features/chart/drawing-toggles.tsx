import { Fragment, type ReactNode } from 'react';
import { DRAWING_BUTTONS, type DrawingButton, type DrawingId } from '../../drawings/buttons.ts';
import { useDrawingName } from '../../drawings/use-drawing-name.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { BOX_CLASS } from '../../ui/tag.tsx';

/** State that all buttons share. */
export interface TogglesProps {
  readonly on: readonly DrawingId[];
  readonly pending: DrawingId | null;
  readonly onPress: (id: DrawingId) => void;
}

type GroupName = DrawingButton['group'];

/** Groups of the header in their order: the name of each, and the word before its buttons. */
const GROUPS = {
  drawings: { label: 'drawings', word: null },
  boxes: { label: 'boxesLong', word: 'boxes' },
  levels: { label: 'levelsLong', word: 'levels' },
} as const satisfies Record<GroupName, unknown>;

/** Renders the buttons of the header in their groups. */
export function DrawingToggles(props: TogglesProps) {
  const { t } = useTranslation('chart');
  return (
    <fieldset
      className="no-bar flex min-w-0 shrink items-center gap-1.5 overflow-x-auto py-1"
      aria-label={t('toggles.strip')}
      aria-busy={props.pending !== null}
    >
      {(Object.keys(GROUPS) as GroupName[]).map((group, at) => (
        <Fragment key={group}>
          {at === 0 ? null : <Divider />}
          <Group name={group}>
            {DRAWING_BUTTONS.filter((button) => button.group === group).map((button) => (
              <DrawingToggle key={button.id} {...props} button={button} place="header" />
            ))}
          </Group>
        </Fragment>
      ))}
    </fieldset>
  );
}

const STRIP = DRAWING_BUTTONS.toSorted((a, b) => a.stripPlace - b.stripPlace);

/** Renders the buttons of a phone: one row of 44 px that scrolls. */
export function DrawingStrip(props: TogglesProps) {
  const { t } = useTranslation('chart');
  return (
    <fieldset
      className="no-bar flex min-w-0 flex-none gap-2 overflow-x-auto border-t border-line bg-s1 px-2.5 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]"
      aria-label={t('toggles.strip')}
      aria-busy={props.pending !== null}
    >
      {STRIP.map((button) => (
        <DrawingToggle key={button.id} {...props} button={button} place="strip" />
      ))}
    </fieldset>
  );
}

/** Renders a thin line between two groups of the header. */
export function Divider() {
  return <span aria-hidden="true" className="h-5.5 w-px flex-none bg-line" />;
}

function Group({ name, children }: { readonly name: GroupName; readonly children: ReactNode }) {
  const { t } = useTranslation('chart');
  const { label, word } = GROUPS[name];
  return (
    <fieldset aria-label={t(`toggles.${label}`)} className="flex flex-none items-center gap-0.75">
      {word === null ? null : (
        <span aria-hidden="true" className="lbl mx-1">
          {t(`toggles.${word}`)}
        </span>
      )}
      {children}
    </fieldset>
  );
}

function DrawingToggle({
  button,
  place,
  on,
  pending,
  onPress,
}: TogglesProps & { readonly button: DrawingButton; readonly place: 'header' | 'strip' }) {
  const nameOf = useDrawingName();
  const { id, box, mark } = button;
  const name = nameOf(button);
  const pressed = on.includes(id);
  const busy = pending === id;
  const large = place === 'strip';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-busy={busy}
      aria-label={name}
      title={name}
      onClick={() => onPress(id)}
      className={cx(
        'inline-flex flex-none items-center rounded-2 border text-12 font-med whitespace-nowrap transition-colors',
        large ? 'min-h-11 gap-1.5 px-3' : 'min-h-7.5 gap-1.25 px-1.5',
        pressed
          ? 'border-line-ctl bg-s3 text-ink'
          : cx(
              'text-ink-2 hover:bg-hover active:bg-s3',
              large ? 'border-line' : 'border-transparent',
            ),
        BOX_CLASS[box ?? 'crystal'],
      )}
    >
      {busy ? (
        <Spinner className="size-2.75 border-[1.5px]" />
      ) : (
        <i aria-hidden="true" className={mark(pressed)} />
      )}
      {nameOf(button, place)}
    </button>
  );
}

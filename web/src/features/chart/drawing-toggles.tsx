import { BOXES } from '@rasat/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { BOX_CLASS } from '../../ui/tag.tsx';
import { boxOf, type DrawingId, LEVEL_KINDS } from './buttons.ts';

/** What a button is called in full. */
export function useDrawingName(): (id: DrawingId) => string {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  return (id) => {
    const kind = boxOf(id);
    if (kind === null) {
      return id === 'gann'
        ? t('toggles.gann')
        : t(id === 'crystal' ? 'toggles.crystal' : 'toggles.targetsLong');
    }
    return t(id.startsWith('box.') ? 'toggles.box' : 'toggles.level', { name: boxes(kind) });
  };
}

/** The state that all buttons share. */
export interface TogglesProps {
  readonly on: readonly DrawingId[];
  readonly pending: DrawingId | null;
  readonly onPress: (id: DrawingId) => void;
}

/** The buttons of the header in their three groups. */
export function DrawingToggles(props: TogglesProps) {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  const { pending } = props;
  return (
    <fieldset
      className="no-bar flex min-w-0 shrink items-center gap-1.5 overflow-x-auto py-1"
      aria-label={t('toggles.strip')}
      aria-busy={pending !== null}
    >
      <Group label={t('toggles.drawings')}>
        <DrawingToggle {...props} id="gann">
          {t('toggles.gann')}
        </DrawingToggle>
        <DrawingToggle {...props} id="crystal">
          {t('toggles.crystal')}
        </DrawingToggle>
        <DrawingToggle {...props} id="targets">
          {t('toggles.targets')}
        </DrawingToggle>
      </Group>
      <Divider />
      <Group label={t('toggles.boxesLong')} word={t('toggles.boxes')}>
        {BOXES.map(({ kind }) => (
          <DrawingToggle key={kind} {...props} id={`box.${kind}`}>
            {boxes(kind)}
          </DrawingToggle>
        ))}
      </Group>
      <Divider />
      <Group label={t('toggles.levelsLong')} word={t('toggles.levels')}>
        {LEVEL_KINDS.map((kind) => (
          <DrawingToggle key={kind} {...props} id={`levels.${kind}`}>
            {boxes(kind)}
          </DrawingToggle>
        ))}
      </Group>
    </fieldset>
  );
}

/** The buttons of a phone: one row of 44 px that scrolls. */
export function DrawingStrip(props: TogglesProps) {
  const { t } = useTranslation('chart');
  const { t: boxes } = useTranslation('boxes');
  return (
    <fieldset
      className="no-bar flex min-w-0 flex-none gap-2 overflow-x-auto border-t border-line bg-s1 px-2.5 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]"
      aria-label={t('toggles.strip')}
      aria-busy={props.pending !== null}
    >
      {BOXES.map(({ kind }) => (
        <DrawingToggle key={kind} {...props} large id={`box.${kind}`}>
          {boxes(kind)}
        </DrawingToggle>
      ))}
      <DrawingToggle {...props} large id="gann">
        {t('toggles.gann')}
      </DrawingToggle>
      <DrawingToggle {...props} large id="targets">
        {t('toggles.targets')}
      </DrawingToggle>
      <DrawingToggle {...props} large id="crystal">
        {t('toggles.crystal')}
      </DrawingToggle>
      {LEVEL_KINDS.map((kind) => (
        <DrawingToggle key={kind} {...props} large id={`levels.${kind}`}>
          {t('toggles.level', { name: boxes(kind) })}
        </DrawingToggle>
      ))}
    </fieldset>
  );
}

/** A thin line between two groups of the header. */
export function Divider() {
  return <span aria-hidden="true" className="h-5.5 w-px flex-none bg-line" />;
}

function Group({
  label,
  word,
  children,
}: {
  readonly label: string;
  readonly word?: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset aria-label={label} className="flex flex-none items-center gap-0.75">
      {word === undefined ? null : (
        <span aria-hidden="true" className="lbl mx-1">
          {word}
        </span>
      )}
      {children}
    </fieldset>
  );
}

function DrawingToggle({
  id,
  on,
  pending,
  onPress,
  large = false,
  children,
}: TogglesProps & {
  readonly id: DrawingId;
  readonly large?: boolean;
  readonly children: ReactNode;
}) {
  const name = useDrawingName()(id);
  const pressed = on.includes(id);
  const busy = pending === id;
  const kind = boxOf(id);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-busy={busy}
      aria-label={name}
      title={name}
      onClick={() => onPress(id)}
      className={cx(
        'inline-flex flex-none items-center gap-1.5 rounded-2 border text-12 font-med whitespace-nowrap transition-colors',
        large ? 'min-h-11 px-3' : 'min-h-7.5 px-[7px]',
        pressed
          ? 'border-line-ctl bg-s3 text-ink'
          : cx(
              'text-ink-2 hover:bg-hover active:bg-s3',
              large ? 'border-line' : 'border-transparent',
            ),
        BOX_CLASS[kind ?? 'crystal'],
      )}
    >
      {busy ? <Spinner className="size-2.75 border-[1.5px]" /> : <Mark id={id} pressed={pressed} />}
      {children}
    </button>
  );
}

/** The sign of a drawing: square for a box, bar for levels, hairlines for Gann, dashes for take profits. */
function Mark({ id, pressed }: { readonly id: DrawingId; readonly pressed: boolean }) {
  if (id === 'gann') {
    return (
      <i
        aria-hidden="true"
        className="h-2.75 w-2.5 forced-color-adjust-none bg-[repeating-linear-gradient(var(--brass)_0_1px,transparent_1px_3.3px)]"
      />
    );
  }
  if (id === 'targets') {
    return <i aria-hidden="true" className="w-2.75 border-t-2 border-dashed border-up" />;
  }
  if (id.startsWith('box.')) {
    return (
      <i
        aria-hidden="true"
        className={cx(
          'size-2.25 rounded-[2px] border-[1.5px] border-bx-l forced-color-adjust-none',
          pressed && 'bg-bx',
        )}
      />
    );
  }
  return (
    <i
      aria-hidden="true"
      className={cx(
        'w-2.75 forced-color-adjust-none',
        pressed ? 'border-t-3 border-bx' : 'border-t-2 border-bx-l',
      )}
    />
  );
}

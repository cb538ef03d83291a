import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** Renders a menu under a button. */
export function Menu({
  trigger,
  label,
  defaultOpen = false,
  children,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  readonly defaultOpen?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-(--z-pop) outline-none">
          <BaseMenu.Popup
            aria-label={label}
            className="min-w-52 rounded-3 bg-pop p-1.25 elev-2 outline-none"
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

const ITEM =
  'flex min-h-8.5 cursor-default items-center gap-2.25 rounded-2 px-2 outline-none select-none data-highlighted:bg-sel pointer-coarse:min-h-11';

/** Renders a choice of one option in a menu. */
export function MenuChoice<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly {
    readonly value: T;
    readonly label: ReactNode;
    readonly lang?: string;
  }[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="lbl px-2 pt-1.5 pb-1">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup
        value={value}
        onValueChange={(chosen: unknown) => {
          const choice = choices.find((c) => c.value === chosen);
          if (choice) onChange(choice.value);
        }}
      >
        {choices.map((choice) => (
          <BaseMenu.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick={false}
            className={ITEM}
            lang={choice.lang}
          >
            <Tick />
            {choice.label}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

/** Renders a switch in a menu. */
export function MenuSwitch({
  on,
  onChange,
  children,
}: {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <BaseMenu.CheckboxItem
      checked={on}
      onCheckedChange={(checked: boolean) => onChange(checked)}
      closeOnClick={false}
      className={ITEM}
    >
      <span className="grid size-4 place-items-center rounded-[4px] border-[1.5px] border-line-ctl bg-s2">
        <BaseMenu.CheckboxItemIndicator>
          <Icon name="check" size={12} />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      {children}
    </BaseMenu.CheckboxItem>
  );
}

/** Renders an action in a menu. */
export function MenuAction({
  onAct,
  children,
}: {
  readonly onAct: () => void;
  readonly children: ReactNode;
}) {
  return (
    <BaseMenu.Item onClick={onAct} className={ITEM}>
      {children}
    </BaseMenu.Item>
  );
}

/** Renders a line between two parts of a menu. */
export function MenuLine() {
  return <BaseMenu.Separator className="my-1.25 h-px bg-line" />;
}

function Tick() {
  return (
    <span className="grid size-4 place-items-center">
      <BaseMenu.RadioItemIndicator>
        <Icon name="check" size={14} />
      </BaseMenu.RadioItemIndicator>
    </span>
  );
}

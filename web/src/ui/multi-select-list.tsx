import { Select } from '@base-ui/react/select';
import { Icon } from './icons.tsx';
import { MultiSelectFace, type MultiSelectProps, multiSelectClass } from './multi-select-face.tsx';

/** Renders the list of a multi-select, open from the start, because its code loads after the button was pressed. */
export function MultiSelectList(props: MultiSelectProps) {
  return (
    <Select.Root
      multiple
      defaultOpen
      value={[...props.value]}
      onValueChange={(chosen: string[]) => props.onChange(chosen)}
    >
      <Select.Trigger aria-label={props.label} className={multiSelectClass(props.className)}>
        <MultiSelectFace {...props} />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          alignItemWithTrigger={false}
          sideOffset={6}
          className="z-(--z-pop) outline-none"
        >
          <Select.Popup className="elev-2 min-w-(--anchor-width) rounded-3 bg-pop p-1.25">
            <Select.List aria-label={props.label} className="outline-none">
              {props.choices.map((choice) => (
                <Select.Item
                  key={choice.value}
                  value={choice.value}
                  label={choice.text}
                  className="group flex min-h-8.5 cursor-default items-center gap-2.25 rounded-2 px-2 outline-none select-none data-highlighted:bg-sel pointer-coarse:min-h-11"
                >
                  <span className="grid size-4 flex-none place-items-center rounded-[4px] border-[1.5px] border-line-ctl bg-s2 text-on-primary group-data-selected:border-primary group-data-selected:bg-primary">
                    <Select.ItemIndicator>
                      <Icon name="check" size={12} />
                    </Select.ItemIndicator>
                  </span>
                  <Select.ItemText className="flex items-center gap-1.5 text-12 font-med">
                    {choice.label}
                  </Select.ItemText>
                  {choice.count === undefined ? null : (
                    <span className="num ml-auto pl-4 text-12 text-ink-3">{choice.count}</span>
                  )}
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

import { Combobox } from '@base-ui/react/combobox';
import { fold } from '@rasat/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { FieldFault, inputClass } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';

/** An item of a pick list: its stored value, its name, and a secondary text. */
export interface PickItem {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

/** Items under one heading. */
export interface PickGroup {
  readonly value: string;
  readonly items: readonly PickItem[];
}

/** Renders a field whose value is chosen from a searchable list; the search ignores case and accents. */
export function PickList({
  name,
  label,
  hideLabel = false,
  groups,
  value,
  onChange,
  findLabel,
  face,
  placeholder,
  disabled = false,
  error,
  wide = false,
}: {
  readonly name: string;
  readonly label: string;
  /** Whether the label is only for screen readers. */
  readonly hideLabel?: boolean;
  readonly groups: readonly PickGroup[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly findLabel: string;
  /** Content of the closed field for the chosen item; by default its name. */
  readonly face?: ReactNode;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly error?: string | null;
  /** Whether the list is wider than its field. */
  readonly wide?: boolean;
}) {
  const labelId = useId();
  const valueId = useId();
  const errorId = useId();
  const picked = groups.flatMap(({ items }) => items).find((item) => item.value === value) ?? null;
  return (
    <div data-field={name} className="flex min-w-0 flex-col gap-1.25">
      <span id={labelId} className={hideLabel ? 'sr-only' : 'text-12 font-med text-ink-2'}>
        {label}
      </span>
      <Combobox.Root
        items={groups}
        value={picked}
        onValueChange={(item: PickItem | null) => {
          if (item) onChange(item.value);
        }}
        isItemEqualToValue={(a: PickItem, b: PickItem) => a.value === b.value}
        itemToStringLabel={(item: PickItem) => item.label}
        filter={(item: PickItem, query) =>
          fold(`${item.label} ${item.note ?? ''} ${item.value}`).includes(fold(query))
        }
        autoHighlight
        disabled={disabled}
      >
        <Combobox.Trigger
          aria-labelledby={`${labelId} ${valueId}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className={cx(inputClass, 'text-left disabled:opacity-60')}
        >
          <span
            id={valueId}
            className={cx('min-w-0 flex-1 truncate', picked === null && 'text-ink-3')}
          >
            {picked === null ? placeholder : (face ?? picked.label)}
          </span>
          <Icon name="chevronDown" size={14} className="text-ink-2" />
        </Combobox.Trigger>
        <PickPopup label={label} findLabel={findLabel} groups={groups} wide={wide} />
      </Combobox.Root>
      {error ? <FieldFault id={errorId}>{error}</FieldFault> : null}
    </div>
  );
}

/** Renders the opened list with its search field. */
function PickPopup({
  label,
  findLabel,
  groups,
  wide,
}: {
  readonly label: string;
  readonly findLabel: string;
  readonly groups: readonly PickGroup[];
  readonly wide: boolean;
}) {
  const { t } = useTranslation('auth');
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" className="z-(--z-pop) outline-none">
        <Combobox.Popup
          aria-label={label}
          className={cx(
            'flex max-h-[min(340px,var(--available-height))] max-w-[calc(100vw-24px)] flex-col overflow-hidden rounded-3 bg-pop elev-2 outline-none',
            wide ? 'w-75' : 'w-[max(var(--anchor-width),220px)]',
          )}
        >
          <div className="flex min-h-10 flex-none items-center gap-2 border-b border-line px-2.75 text-ink-3">
            <Icon name="search" />
            <Combobox.Input
              aria-label={findLabel}
              placeholder={findLabel}
              spellCheck={false}
              autoComplete="off"
              className="min-h-6 w-full min-w-0 bg-transparent text-13 text-ink outline-none max-desk:text-16"
            />
          </div>
          <Combobox.Empty>
            <p className="px-3 py-3 text-13 text-ink-2 empty:hidden">{t('pick.none')}</p>
          </Combobox.Empty>
          <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1.25 outline-none empty:p-0">
            {(group: PickGroup) => (
              <Combobox.Group key={group.value} items={group.items}>
                {groups.length > 1 ? (
                  <Combobox.GroupLabel className="lbl px-2 pt-1.5 pb-1">
                    {group.value}
                  </Combobox.GroupLabel>
                ) : null}
                <Combobox.Collection>
                  {(item: PickItem) => <Line key={item.value} item={item} />}
                </Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

function Line({ item }: { readonly item: PickItem }) {
  return (
    <Combobox.Item
      value={item}
      className="flex min-h-8.5 cursor-default items-center gap-2.25 rounded-2 px-2 outline-none select-none data-highlighted:bg-sel pointer-coarse:min-h-11"
    >
      <span className="min-w-0 flex-1">{item.label}</span>
      {item.note === undefined ? null : <span className="num text-12 text-ink-3">{item.note}</span>}
      <span className="grid size-4 flex-none place-items-center">
        <Combobox.ItemIndicator>
          <Icon name="check" size={14} />
        </Combobox.ItemIndicator>
      </span>
    </Combobox.Item>
  );
}

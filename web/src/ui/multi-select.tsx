import { lazy, Suspense, useState } from 'react';
import { MultiSelectFace, type MultiSelectProps, multiSelectClass } from './multi-select-face.tsx';

const loadList = () =>
  import('./multi-select-list.tsx').then((module) => ({ default: module.MultiSelectList }));
const List = lazy(loadList);

/**
 * Renders a list box of several choices behind one button, which shows the chosen options. The code of the list is
 * loaded when the pointer or the focus comes near.
 */
export function MultiSelect(props: MultiSelectProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={props.label}
      onPointerEnter={() => void loadList()}
      onFocus={() => void loadList()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setWanted(true);
      }}
      className={multiSelectClass(props.className)}
    >
      <MultiSelectFace {...props} />
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <List {...props} />
    </Suspense>
  );
}

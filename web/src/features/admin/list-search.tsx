import { LIMITS } from '@rasat/contract';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { usePageSearch } from '../../ui/page-search.ts';
import { SearchField } from '../../ui/search-field.tsx';

const PLACE = 'w-60 max-desk:w-auto max-desk:max-w-64 max-desk:min-w-0 max-desk:flex-[3]';

/**
 * Renders the search field of a list. `/` focuses the field; when `rows` is given, arrow down focuses its first row.
 */
export function ListSearch({
  label,
  text,
  onText,
  rows,
  className = PLACE,
}: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly rows?: RefObject<HTMLElement | null>;
  /** Classes of the width; the default fits the bar of a page. */
  readonly className?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  usePageSearch(input);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || rows === undefined) return;
    event.preventDefault();
    rows.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  };
  return (
    <SearchField
      ref={input}
      label={label}
      value={text}
      maxLength={LIMITS.search}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={leave}
      className={className}
    />
  );
}

import type { SessionInfo } from '../../api/session/session.ts';
import { useLanguage } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import { useLook } from '../../ui/theme.ts';

/** Properties of a menu of the header. It is open at once when it was pressed before its code was loaded. */
export interface HeaderMenuProps {
  readonly defaultOpen: boolean;
}

/** Shows a moon or a sun for the current theme. */
export function AppearanceIcon() {
  const { theme } = useLook();
  return <Icon name={theme === 'dark' ? 'moon' : 'sun'} />;
}

/** Shows the current language as two letters. */
export function LanguageLetters() {
  const language = useLanguage();
  return (
    <span translate="no" className="text-12 font-semi tracking-wide">
      {language.toUpperCase()}
    </span>
  );
}

/** Returns the initials of the person, in capitals of the interface language. */
export function useInitials(info: SessionInfo): string {
  const language = useLanguage();
  return [info.name, info.surname]
    .flatMap((name) => name?.codePointAt(0) ?? [])
    .map((letter) => String.fromCodePoint(letter))
    .join('')
    .toLocaleUpperCase(language);
}

/** Renders a person's initials in a circle. */
export function Initials({ letters }: { readonly letters: string }) {
  return (
    <span
      translate="no"
      className="grid size-7 place-items-center rounded-full bg-s3 text-11 font-semi text-ink"
    >
      {letters}
    </span>
  );
}

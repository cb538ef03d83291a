import type { SessionInfo } from '../../api/session/session.ts';
import { useLanguage } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import { useLook } from '../../ui/theme.ts';

/** What a menu of the header takes: open at once when it was asked for while it was still a plain button. */
export interface HeaderMenuProps {
  readonly defaultOpen: boolean;
}

/** Moon or sun, whichever is shining. */
export function AppearanceIcon() {
  const { theme } = useLook();
  return <Icon name={theme === 'dark' ? 'moon' : 'sun'} />;
}

/** The language in two letters. */
export function LanguageLetters() {
  const language = useLanguage();
  return (
    <span translate="no" className="text-12 font-semi tracking-wide">
      {language.toUpperCase()}
    </span>
  );
}

/** The first letters of a person's names, in capitals of the language on the screen. */
export function useInitials(info: SessionInfo): string {
  const language = useLanguage();
  return [info.name, info.surname]
    .flatMap((name) => name?.codePointAt(0) ?? [])
    .map((letter) => String.fromCodePoint(letter))
    .join('')
    .toLocaleUpperCase(language);
}

/** A person in a header: the letters in a circle. */
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

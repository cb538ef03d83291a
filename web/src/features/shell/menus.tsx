import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useLook } from '../../ui/theme.ts';

/** What a menu of the header takes: open at once when it was asked for while it was still a plain button. */
export interface HeaderMenuProps {
  readonly defaultOpen: boolean;
}

const loadAppearance = () =>
  import('./appearance-menu.tsx').then((module) => ({ default: module.AppearanceMenu }));
const loadLanguage = () =>
  import('./language-menu.tsx').then((module) => ({ default: module.LanguageMenu }));
const Appearance = lazy(loadAppearance);
const Language = lazy(loadLanguage);

/** The menu of the look. */
export function AppearanceButton() {
  const { t } = useTranslation('shell');
  return (
    <OnDemand label={t('appearance')} load={loadAppearance} Menu={Appearance}>
      <AppearanceIcon />
    </OnDemand>
  );
}

/** The menu of languages. */
export function LanguageButton() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  return (
    <OnDemand
      label={`${t('language')}: ${t(`languages.${language}`)}`}
      load={loadLanguage}
      Menu={Language}
    >
      <LanguageLetters />
    </OnDemand>
  );
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

/** A plain button until it is wanted; its menu is fetched when the pointer or the focus comes near. */
function OnDemand({
  label,
  load,
  Menu,
  children,
}: {
  readonly label: string;
  readonly load: () => Promise<unknown>;
  readonly Menu: ComponentType<HeaderMenuProps>;
  readonly children: ReactNode;
}) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      {children}
    </IconButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <Menu defaultOpen />
    </Suspense>
  );
}

import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { SessionInfo } from '../../api/session/session.ts';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import {
  AppearanceIcon,
  type HeaderMenuProps,
  Initials,
  LanguageLetters,
  useInitials,
} from './menu-faces.tsx';

const loadAppearance = () =>
  import('./appearance-menu.tsx').then((module) => ({ default: module.AppearanceMenu }));
const loadLanguage = () =>
  import('./language-menu.tsx').then((module) => ({ default: module.LanguageMenu }));
const loadUser = () => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu }));
const Appearance = lazy(loadAppearance);
const Language = lazy(loadLanguage);
const User = lazy(loadUser);

/** Renders the button of the appearance menu. */
export function AppearanceButton() {
  const { t } = useTranslation('shell');
  return (
    <OnDemand label={t('appearance')} load={loadAppearance} Menu={Appearance}>
      <AppearanceIcon />
    </OnDemand>
  );
}

/** Renders the button of the language menu. */
export function LanguageButton() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  return (
    <OnDemand
      label={`${language.toUpperCase()}, ${t('language')}: ${t(`languages.${language}`)}`}
      load={loadLanguage}
      Menu={Language}
    >
      <LanguageLetters />
    </OnDemand>
  );
}

/** Renders the button of a signed-in person's menu. */
export function UserButton({ info }: { readonly info: SessionInfo }) {
  const { t } = useTranslation('shell');
  const letters = useInitials(info);
  return (
    <OnDemand label={`${letters}, ${t('user.menu')}`} load={loadUser} Menu={User}>
      <Initials letters={letters} />
    </OnDemand>
  );
}

/** Renders a plain button until its menu is loaded; loading starts when the pointer or the focus comes near. */
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

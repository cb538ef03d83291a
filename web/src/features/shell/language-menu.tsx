import { LANGUAGES } from '@rasat/contract';
import { switchLanguage, useLanguage, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import { notify } from '../../ui/notices.ts';
import { type HeaderMenuProps, LanguageLetters } from './menu-faces.tsx';

/** Renders the menu of languages, each by its own name. */
export function LanguageMenu({ defaultOpen }: HeaderMenuProps) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const name = `${language.toUpperCase()}, ${t('language')}: ${t(`languages.${language}`)}`;
  return (
    <Menu
      defaultOpen={defaultOpen}
      label={t('language')}
      trigger={
        <IconButton label={name}>
          <LanguageLetters />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('language')}
        value={language}
        choices={LANGUAGES.map((value) => ({
          value,
          label: t(`languages.${value}`),
          lang: value,
        }))}
        onChange={(chosen) => {
          switchLanguage(chosen).catch(() =>
            notify({ title: t('languageFailed'), text: t('languageFailedText'), tone: 'bad' }),
          );
        }}
      />
    </Menu>
  );
}

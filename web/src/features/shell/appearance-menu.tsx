import { PRICE_COLOURS, THEMES } from '@rasat/contract';
import { useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Menu, MenuAction, MenuChoice, MenuLine, MenuSwitch } from '../../ui/menu.tsx';
import { showOverlay } from '../../ui/overlay.ts';
import { chooseKeys, choosePriceColours, chooseTheme, useLook } from '../../ui/theme.ts';
import { AppearanceIcon, type HeaderMenuProps } from './menu-faces.tsx';

/** Renders the menu of theme, price colours and single-key shortcuts. */
export function AppearanceMenu({ defaultOpen }: HeaderMenuProps) {
  const { t } = useTranslation('shell');
  const look = useLook();
  return (
    <Menu
      defaultOpen={defaultOpen}
      label={t('appearance')}
      trigger={
        <IconButton label={t('appearance')}>
          <AppearanceIcon />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('theme.label')}
        value={look.choice}
        choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={chooseTheme}
      />
      <MenuLine />
      <MenuChoice
        label={t('prices.label')}
        value={look.prices}
        choices={PRICE_COLOURS.map((value) => ({ value, label: t(`prices.${value}`) }))}
        onChange={choosePriceColours}
      />
      <MenuLine />
      <MenuSwitch on={look.keys} onChange={chooseKeys}>
        {t('keys')}
      </MenuSwitch>
      <MenuAction onAct={() => showOverlay('help')}>
        <Icon name="keyboard" />
        {t('help.title')}
      </MenuAction>
    </Menu>
  );
}

import { isReference, RESOLUTIONS } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import {
  ChevronLeft,
  Ellipsis,
  FileText,
  Maximize,
  Minimize,
  Moon,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useTranslation } from '../../i18n/index.ts';
import { buttonClass, IconButton, iconButtonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Menu, MenuAction, MenuChoice, MenuLine } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useLook } from '../../ui/theme.ts';
import { useDesktop } from '../../ui/use-media.ts';
import { CHART_THEMES, chooseChartTheme, nextChartTheme, useChartTheme } from './chart-theme.ts';
import { Divider, DrawingToggles, type TogglesProps } from './drawing-toggles.tsx';
import { SymbolPicker } from './symbol-picker.tsx';

/** Values and callbacks of the header. */
export interface ChartHeaderProps extends TogglesProps {
  readonly entry: SymbolEntry;
  readonly symbols: readonly SymbolEntry[];
  readonly resolution: Resolution;
  readonly onSymbol: (symbol: string) => void;
  readonly onResolution: (resolution: Resolution) => void;
  readonly onTable: () => void;
}

const ICON = { 'aria-hidden': true, width: 16, height: 16, strokeWidth: 1.6 } as const;

/** Renders the head of the chart page: back, symbol, resolution, drawings, symbol page, table, theme, full screen. */
export function ChartHeader(props: ChartHeaderProps) {
  const { t } = useTranslation('chart');
  const desk = useDesktop();
  return (
    <header className="flex h-11.5 min-w-0 flex-none items-center gap-1.5 border-b border-line bg-s1 pr-2 pl-1.5 max-desk:h-13 max-desk:pr-1.5">
      <Link to="/dashboard" aria-label={t('back')} title={t('back')} className={iconButtonClass}>
        <ChevronLeft {...ICON} />
      </Link>
      <SymbolPicker current={props.entry} symbols={props.symbols} onPick={props.onSymbol} />
      {desk ? <DeskControls {...props} /> : <PhoneControls {...props} />}
    </header>
  );
}

function useResolutions({ entry }: Pick<ChartHeaderProps, 'entry'>) {
  const { t } = useTranslation('chart');
  return RESOLUTIONS.filter((resolution) => entry.resolutions.includes(resolution)).map(
    (value) => ({
      value,
      label: t(`resolutions.${value}`),
      name: t(`resolutionsLong.${value}`),
    }),
  );
}

function DeskControls(props: ChartHeaderProps) {
  const { entry, resolution, onResolution } = props;
  const { t } = useTranslation('chart');
  return (
    <>
      <Segmented
        label={t('resolution')}
        value={resolution}
        choices={useResolutions(props)}
        onChange={onResolution}
        className="flex-none"
      />
      {isReference(entry.delay) ? null : (
        <>
          <Divider />
          <DrawingToggles on={props.on} pending={props.pending} onPress={props.onPress} />
        </>
      )}
      <span className="flex-1" />
      <Link
        to={`/dashboard/symbol/${encodeURIComponent(entry.symbol)}`}
        aria-label={t('symbolPageOf', { symbol: entry.symbol })}
        className={buttonClass('secondary', 'sm')}
      >
        {t('symbolPage')}
      </Link>
      <ThemeButton />
      <FullscreenButton />
    </>
  );
}

function PhoneControls(props: ChartHeaderProps) {
  const { entry, resolution, onResolution, onTable } = props;
  const { t } = useTranslation('chart');
  const { t: shell } = useTranslation('shell');
  const choices = useResolutions(props);
  const theme = useChartTheme();
  return (
    <>
      <Menu
        label={t('resolution')}
        trigger={
          <button
            type="button"
            className="flex h-11 flex-none items-center gap-1.5 rounded-2 px-2.5 text-ink-2"
          >
            {t(`resolutions.${resolution}`)}
            <span className="sr-only">
              {t('resolution')}: {t(`resolutionsLong.${resolution}`)}
            </span>
            <Icon name="chevronDown" size={14} />
          </button>
        }
      >
        <MenuChoice
          label={t('resolution')}
          value={resolution}
          choices={choices.map(({ value, name }) => ({ value, label: name }))}
          onChange={onResolution}
        />
      </Menu>
      <span className="flex-1" />
      <Link
        to={`/dashboard/symbol/${encodeURIComponent(entry.symbol)}`}
        aria-label={t('symbolPageOf', { symbol: entry.symbol })}
        className={iconButtonClass}
      >
        <FileText {...ICON} />
      </Link>
      <span className="max-[359px]:hidden">
        <FullscreenButton />
      </span>
      <Menu
        label={shell('appearance')}
        trigger={
          <IconButton label={shell('appearance')}>
            <Ellipsis {...ICON} />
          </IconButton>
        }
      >
        <MenuChoice
          label={t('theme.label')}
          value={theme}
          choices={CHART_THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
          onChange={chooseChartTheme}
        />
        <MenuLine />
        <MenuAction onAct={onTable}>{t('table')}</MenuAction>
        <MenuAction onAct={toggleFullscreen}>{t('fullscreen')}</MenuAction>
      </Menu>
    </>
  );
}

const THEME_ICON = { follow: SunMoon, dark: Moon, light: Sun } as const;

/** Renders the button that steps through the chart's themes, in the order of `nextChartTheme`. */
function ThemeButton() {
  const { t } = useTranslation('chart');
  const theme = useChartTheme();
  const Drawn = THEME_ICON[theme];
  const { theme: app } = useLook();
  return (
    <IconButton
      label={t(`theme.${theme}`)}
      onClick={() => chooseChartTheme(nextChartTheme(theme, app))}
    >
      <Drawn {...ICON} />
    </IconButton>
  );
}

/** Shows the page on the full screen, or ends the full screen. */
export function toggleFullscreen(): void {
  // A browser may refuse; then nothing changes.
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  else void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

function FullscreenButton() {
  const { t } = useTranslation('chart');
  const [full, setFull] = useState(false);
  useEffect(() => {
    const read = (): void => setFull(document.fullscreenElement !== null);
    read();
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, []);
  return (
    <IconButton label={full ? t('leaveFullscreen') : t('fullscreen')} onClick={toggleFullscreen}>
      {full ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
    </IconButton>
  );
}

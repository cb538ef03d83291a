import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLogged } from '../../api/session/session.ts';
import { DRAWING_HELP } from '../../drawings/buttons.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass, Kbd } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { GO_KEYS, paletteKey } from '../../ui/keys.ts';
import { showOverlay } from '../../ui/overlay.ts';

const CHART_KEYS = [
  ...DRAWING_HELP.map(({ keys, help }) => [keys, help] as const),
  [[',', '.'], 'resolution'],
  [['←', '→'], 'crosshair'],
  [['↑', '↓'], 'cycle'],
  [['Enter'], 'why'],
  [['Esc'], 'close'],
  [['Shift', 'F'], 'fullscreen'],
] as const;

const OFFICE_KEYS = [
  [['j', 'k'], 'next'],
  [['/'], 'search'],
  [['a'], 'approve'],
  [['d'], 'fix'],
  [['z'], 'undo'],
  [['Ctrl', 'Enter'], 'send'],
] as const;

/**
 * Renders links to the tour and the glossary, and the list of all shortcuts: those of every page and of the chart; in
 * the back office its own.
 */
export function Help() {
  const { pathname } = useLocation();
  const { t } = useTranslation('shell');
  const { t: words } = useTranslation('words');
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) showOverlay(null);
      }}
      title={t('help.title')}
      description={t('help.intro')}
      closeLabel={words('close')}
    >
      <HelpLinks />
      <div className="mt-4 grid gap-x-8 gap-y-4 tab:grid-cols-2">
        <section>
          <h3 className="lbl mb-1.5">{t('help.general')}</h3>
          <dl>
            <Row label={t('help.palette')}>
              <Kbd>{paletteKey()}</Kbd> <Quiet>{t('help.or')}</Quiet> <Kbd>/</Kbd>
            </Row>
            <Row label={t('help.theme')}>
              <Kbd>t</Kbd>
            </Row>
            <Row label={t('help.favorite')}>
              <Kbd>f</Kbd>
            </Row>
            <Row label={t('help.help')}>
              <Kbd>?</Kbd>
            </Row>
          </dl>
          <h3 className="lbl mt-4 mb-1.5">{t('help.go')}</h3>
          <dl>
            {Object.entries(GO_KEYS).map(([key, page]) => (
              <Row key={key} label={t(`nav.${page}`)}>
                <Kbd>g</Kbd> <Quiet>{t('help.andThen')}</Quiet> <Kbd>{key}</Kbd>
              </Row>
            ))}
          </dl>
        </section>
        {/^\/admin(\/|$)/.test(pathname) ? (
          <section>
            <h3 className="lbl mb-1.5">{t('user.admin')}</h3>
            <dl>
              {OFFICE_KEYS.map(([keys, name]) => (
                <Row key={name} label={t(`help.office.${name}`)}>
                  <Keys keys={keys} />
                </Row>
              ))}
            </dl>
          </section>
        ) : (
          <section>
            <h3 className="lbl mb-1.5">{t('nav.chart')}</h3>
            <dl>
              {CHART_KEYS.map(([keys, name]) => (
                <Row key={name} label={t(`help.chart.${name}`)}>
                  <Keys keys={keys} />
                </Row>
              ))}
            </dl>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** Links to the tour, for signed-in people, and to the glossary. */
function HelpLinks() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const logged = useLogged();
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {logged ? (
        <Button
          onClick={() => {
            showOverlay('tour');
            void navigate('/dashboard');
          }}
        >
          {t('help.tour')}
        </Button>
      ) : null}
      <a href="/info/glossary" className={buttonClass()}>
        <Icon name="help" size={14} />
        {t('help.glossary')}
      </a>
    </div>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key) => (key === '–' ? <Quiet key={key}>–</Quiet> : <Kbd key={key}>{key}</Kbd>));
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center gap-3 border-b border-line-soft last:border-0">
      <dt className="min-w-0 flex-1">{label}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  );
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return <span className="text-11 text-ink-3">{children}</span>;
}

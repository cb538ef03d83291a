import { Dialog } from '@base-ui/react/dialog';
import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { loadTexts, useTranslation } from '../i18n/index.ts';
import type { Term } from '../i18n/terms.ts';
import { buttonClass } from './button.tsx';
import type { TermCard } from './term-card.tsx';
import { TermMark } from './term-mark.tsx';
import { useDesktop } from './use-media.ts';

async function loadCard(): Promise<typeof TermCard> {
  const [module] = await Promise.all([import('./term-card.tsx'), loadTexts('glossary')]);
  return module.TermCard;
}

/**
 * Renders the question mark with its open explanation: a popover on a wide screen, a sheet at the lower edge of a
 * phone. Its libraries are large, so it is rendered only after the mark was pressed.
 */
export function TermOverlay({ term }: { readonly term: Term }) {
  const { t } = useTranslation('terms');
  const desk = useDesktop();
  const [open, setOpen] = useState(true);
  const name = t(`name.${term}`);
  const ids = { nameId: useId(), textId: useId() };
  const described = { 'aria-labelledby': ids.nameId, 'aria-describedby': ids.textId };
  const trigger = <TermMark label={t('help', { term: name })} />;
  const explanation = <Explanation term={term} name={name} {...ids} />;
  if (desk) {
    return (
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger render={trigger} />
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="start" className="z-(--z-pop)">
            <Popover.Popup
              {...described}
              className="w-80 rounded-3 bg-pop p-4 text-left text-13 elev-2 outline-none"
            >
              {explanation}
              <Foot term={term}>
                <span className="text-ink-3">{t('escape')}</span>
              </Foot>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    );
  }
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger render={trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim" />
        <Dialog.Popup
          {...described}
          className="fixed inset-x-0 bottom-0 z-(--z-dialog) max-h-[90dvh] overflow-auto rounded-t-[14px] bg-pop p-4 text-left text-14 elev-3 outline-none"
        >
          {explanation}
          <Foot term={term}>
            <CloseButton />
          </Foot>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Renders the explanation once it is loaded; before that, and after a failure, only the term's name. */
function Explanation({
  term,
  name,
  nameId,
  textId,
}: {
  readonly term: Term;
  readonly name: string;
  readonly nameId: string;
  readonly textId: string;
}) {
  const { t } = useTranslation('terms');
  const [loaded, setLoaded] = useState<{ readonly Card: typeof TermCard | null } | null>(null);
  useEffect(() => {
    let left = false;
    const show = (Card: typeof TermCard | null): void => {
      if (!left) setLoaded({ Card });
    };
    loadCard().then(show, () => show(null));
    return () => {
      left = true;
    };
  }, []);
  if (loaded?.Card) return <loaded.Card term={term} nameId={nameId} textId={textId} />;
  return (
    <div className={loaded ? '' : 'min-h-56'}>
      <p id={nameId} className="text-14 font-semi">
        {name}
      </p>
      <p id={textId} className="mt-1.5 text-ink-2">
        {loaded ? t('failed') : null}
      </p>
    </div>
  );
}

function Foot({ term, children }: { readonly term: Term; readonly children: ReactNode }) {
  const { t } = useTranslation('terms');
  return (
    <div className="mt-2.5 flex items-center justify-between gap-3 border-t border-line-soft pt-2.5 text-12 max-desk:text-14">
      <a href={`/info/glossary#${term}`} className="link max-desk:min-h-11">
        {t('open')}
      </a>
      {children}
    </div>
  );
}

function CloseButton() {
  const { t } = useTranslation('words');
  return <Dialog.Close className={buttonClass('quiet', 'lg')}>{t('close')}</Dialog.Close>;
}

import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session/session.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Ladder } from '../../ui/ladder.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { cardBeside, type Place, ringAround } from './tour-place.ts';
import { TOUR_STEPS, type TourStep } from './tour-state.ts';

/** Renders the tour of the dashboard: three steps, each with a ring around its target. `onClose` ends it. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('tour');
  const [at, setAt] = useState(0);
  const step = TOUR_STEPS[at] ?? TOUR_STEPS[0];
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const desk = useDesktop();
  const { ring, place } = usePlaces(step, card, desk);
  const last = at === TOUR_STEPS.length - 1;
  const forth = (): void => (last ? onClose() : setAt(at + 1));
  const back = (): void => setAt(Math.max(0, at - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' && !last) forth();
    else if (event.key === 'ArrowLeft') back();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root
      open
      modal="trap-focus"
      disablePointerDismissal
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        {/* Keeps the page from receiving presses during the tour. */}
        <div aria-hidden="true" className="fixed inset-0 z-(--z-dialog)">
          {ring ? (
            <div
              className="fixed rounded-[10px] outline-2 outline-brass forced-colors:outline-[Highlight]"
              style={{ ...ring, boxShadow: '0 0 0 200vmax var(--scrim)' }}
            />
          ) : (
            <div className="fixed inset-0 bg-scrim" />
          )}
        </div>
        <Dialog.Popup
          ref={card}
          aria-modal
          initialFocus={next}
          onKeyDown={onKeyDown}
          style={desk ? (place ?? undefined) : undefined}
          className="fixed z-(--z-dialog) bg-pop p-4.5 elev-3 outline-none desk:w-95 desk:rounded-4 max-desk:inset-x-0 max-desk:bottom-0 max-desk:rounded-t-[14px] max-desk:p-4"
        >
          <p className="flex items-center gap-3 text-12 text-ink-2">
            <StepRule at={at} />
            <span className="num">{t('step', { at: at + 1, of: TOUR_STEPS.length })}</span>
          </p>
          <div aria-live="polite">
            <Dialog.Title className="mt-2 text-18 font-stretch-[104%]">
              {t(`title.${step}`)}
            </Dialog.Title>
            <Dialog.Description className="mt-1.5 text-14 leading-[1.55] text-ink-2">
              <StepText step={step} />
            </Dialog.Description>
          </div>
          <StepPicture step={step} />
          <div className="mt-4 flex items-center gap-2">
            <Button variant="quiet" onClick={onClose} className="-ml-3 max-desk:min-h-11">
              {t('skip')}
            </Button>
            <span className="flex-1" />
            {at > 0 ? (
              <Button onClick={back} className="max-desk:min-h-11">
                {t('back')}
              </Button>
            ) : null}
            <Button ref={next} variant="primary" onClick={forth} className="max-desk:min-h-11">
              {last ? t('done') : t('next')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Shows the text of a step; a person without a subscription reads what the symbol page requires. */
function StepText({ step }: { readonly step: TourStep }) {
  const { t } = useTranslation('tour');
  const { info } = useSession();
  const closed = step === 'symbol' && !info?.subscribed && !info?.admin;
  return closed ? `${t(`text.${step}`)} ${t('closed')}` : t(`text.${step}`);
}

const EXAMPLE = { stop: 95, entry: 100, target1: 105, target2: 110, last: 102 };

function StepPicture({ step }: { readonly step: TourStep }) {
  const { t } = useTranslation('tour');
  const { t: words } = useTranslation('words');
  const { t: terms } = useTranslation('terms');
  const { price } = useFormats();
  if (step === 'symbol') return null;
  if (step === 'ladder') {
    const format = (value: number): string => price(value, 2);
    return (
      <div className="mt-3.5 rounded-3 border border-line bg-s1 px-2 pt-1 pb-2">
        <Ladder
          prices={EXAMPLE}
          format={format}
          words={{
            stop: words('stop'),
            entry: words('entry'),
            target1: words('target1'),
            target2: words('target2'),
          }}
          sentence={words('ladder.known', {
            way: words('buy'),
            stop: format(EXAMPLE.stop),
            entry: format(EXAMPLE.entry),
            target1: format(EXAMPLE.target1),
            target2: format(EXAMPLE.target2),
            last: format(EXAMPLE.last),
          })}
        />
      </div>
    );
  }
  return (
    <div className="mt-3.5 flex flex-wrap items-center justify-center gap-4 rounded-3 border border-line bg-s1 px-3 py-2.5">
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <Icon name="help" size={14} />
        {t('mark')}
      </span>
      <a href="/info/glossary" className={buttonClass('secondary', 'sm')}>
        {terms('open')}
      </a>
    </div>
  );
}

/** Shows the three steps on a graduated rule, with a brass ring at the current one. */
function StepRule({ at }: { readonly at: number }) {
  return (
    <svg viewBox="-4 0 128 22" width={128} height={22} fill="none" aria-hidden="true">
      <path d="M4 16H116" stroke="var(--line-ctl)" />
      {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((tick) => (
        <path
          key={tick}
          d={`M${4 + tick * 14} 16v-${tick % 4 === 0 ? 8 : 4}`}
          stroke="var(--line-ctl)"
        />
      ))}
      <circle
        cx={4 + at * 56}
        cy={16}
        r={5}
        fill="var(--s-pop)"
        stroke="var(--brass)"
        strokeWidth={2}
      />
    </svg>
  );
}

/** Scrolls the target of a step into view, and returns the positions of ring and card while the page moves. */
function usePlaces(
  step: TourStep,
  card: { readonly current: HTMLElement | null },
  desk: boolean,
): { readonly ring: Place | null; readonly place: { left: number; top: number } | null } {
  const [places, setPlaces] = useState<ReturnType<typeof usePlaces>>({ ring: null, place: null });
  useEffect(() => {
    const anchor = findAnchor(step);
    // On a phone the card covers the lower part, so the target is scrolled to the top.
    anchor?.scrollIntoView({ block: desk ? 'nearest' : 'start' });
  }, [step, desk]);
  useLayoutEffect(() => {
    const measure = (): void => {
      const anchor = findAnchor(step)?.getBoundingClientRect();
      const size = card.current?.getBoundingClientRect();
      const window = { width: innerWidth, height: innerHeight };
      if (!anchor || anchor.height === 0 || !size) {
        setPlaces({ ring: null, place: { left: 24, top: 90 } });
        return;
      }
      const ring = ringAround(anchor, window);
      setPlaces({ ring, place: cardBeside(ring, size, window) });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    if (card.current) watch.observe(card.current);
    addEventListener('resize', measure);
    addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      removeEventListener('resize', measure);
      removeEventListener('scroll', measure, { capture: true });
    };
  }, [step, card]);
  return places;
}

/** Returns the target of a step: the first visible one, since a phone hides some. */
function findAnchor(step: TourStep): HTMLElement | undefined {
  const marked = document.querySelectorAll<HTMLElement>(`[data-tour="${step}"]`);
  return [...marked].find((element) => element.getClientRects().length > 0);
}

import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Chance } from '../../ui/chance.tsx';
import { boxChances } from '../../why/index.ts';
import type { CardTerm } from './box-cards.ts';
import type { CardSurroundings } from './card-surroundings.ts';
import { ChanceLine } from './chance-line.tsx';
import { askBoxChance } from './why-question.ts';

const EDGES = [
  ['top', 'up'],
  ['bottom', 'down'],
] as const;

/** Renders the chances that price reaches the top and the bottom of the present box, until its last quarter. */
export function BoxChances({
  box,
  around: { touch, entry, nowMs, onWhy },
}: {
  readonly box: CardTerm['box'];
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const reply = touch.status === 'ready' ? touch.data : undefined;
  const set =
    reply === undefined ? null : boxChances(reply, box, { calendar: entry.calendar, nowMs });
  const rows = EDGES.flatMap(([edge, side]) => {
    const state = set?.stateOf(box.p[edge], side);
    const isTold =
      state?.state === 'chance' || state?.state === 'reached' || state?.state === 'over';
    return state && isTold ? [{ edge, state }] : [];
  });
  if (touch.status !== 'error' && set === null) return null;
  return (
    <div className="mt-2.5 border-t border-line-soft pt-2">
      <ChanceLine touch={touch} set={set} nowMs={nowMs} />
      {set?.phase === 'open' ? (
        <p className="mt-0.5 text-12 text-ink-3">{t('boxes.chanceEnd')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <dl className="mt-1 grid gap-0.5 text-12">
          {rows.map(({ edge, state }) => {
            const level = formats.price(box.p[edge], entry.digits);
            const question =
              set && reply !== undefined && state.state === 'chance'
                ? askBoxChance(box, { touch: reply, set }, edge)
                : null;
            return (
              <div
                key={edge}
                className="flex min-h-6 flex-wrap items-center justify-between gap-x-2"
              >
                <dt className="flex gap-1.5 text-ink-2">
                  {t(`boxes.${edge}`)}
                  <span className="num text-ink">{level}</span>
                </dt>
                <dd className="ml-auto">
                  <Chance
                    state={state}
                    level={level}
                    nowMs={nowMs}
                    onWhy={question && (() => onWhy(question))}
                  />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </div>
  );
}

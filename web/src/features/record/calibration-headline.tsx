import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons.tsx';
import { answerOf } from './calibration-figures.ts';
import { CalibrationLooks } from './calibration-looks.tsx';
import { useCalibrationWords } from './calibration-words.ts';
import { isIncomplete, type RecordCalibration } from './calls.ts';
import { type RecordView, writeView } from './record-view.ts';

/**
 * Renders the registered question about the chances with its answer and looks, or for the backtest that no conclusion
 * follows from it.
 */
export function CalibrationHeadline({
  calibration,
  view: { origin },
}: {
  readonly calibration: RecordCalibration;
  readonly view: Pick<RecordView, 'origin'>;
}) {
  return (
    <section className="mb-3 flex gap-2.5 rounded-3 border border-line bg-s1 px-4 py-3.5">
      <Icon name="record" className="mt-1 flex-none text-brass" />
      <div className="min-w-0">
        {origin === 'live' ? (
          <Live calibration={calibration} />
        ) : (
          <Backtest calibration={calibration} />
        )}
      </div>
    </section>
  );
}

function Live({ calibration }: { readonly calibration: RecordCalibration }) {
  const { t } = useTranslation(['calibration', 'record']);
  const [search] = useSearchParams();
  const answer = useAnswer(calibration);
  const { looks, since } = calibration;
  const rows = writeView(search, { tab: null, scope: null, group: null });
  rows.set('kind', 'forecast');
  return (
    <>
      <p className="lbl">{t('record:primary.label')}</p>
      <h2 className="mt-0.5 text-18 leading-mid font-semi">{t('question')}</h2>
      <p className="num mt-1 text-14 leading-mid whitespace-normal">{answer}</p>
      <p className="num mt-1 max-w-[110ch] leading-mid whitespace-normal text-ink-2">
        {t('meaning')} {since === null ? null : t(looks.length === 0 ? 'before' : 'secondary')}{' '}
        <Link to={{ search: rows.toString(), hash: '#rows' }} className="link">
          {t('toRows')}
        </Link>
      </p>
      <CalibrationLooks calibration={calibration} />
    </>
  );
}

/** Returns the answer of the last look, or when the first one is due. */
function useAnswer({ looks, coming, since, after }: RecordCalibration): string {
  const { t } = useTranslation('calibration');
  const { formats, points, errorRange } = useCalibrationWords();
  const last = looks.at(-1);
  const [next] = coming;
  if (last === undefined) {
    if (since === null || next === undefined) {
      return after === null
        ? t('answer.none')
        : t('answer.noneAfter', { date: formats.date(after) });
    }
    const running = { since: formats.date(since), weeks: formats.count(next.weeks) };
    return next.due === null
      ? t('answer.waiting', running)
      : t('answer.running', { ...running, due: formats.date(next.due) });
  }
  const { error } = last;
  const said = t(`answer.${answerOf(last)}`, {
    weeks: formats.count(last.weeks),
    value: points(error?.value ?? null),
    range: error ? errorRange(error) : '',
    z: formats.number(last.z, Number.isInteger(last.z) ? 0 : 2),
    n: formats.count(last.n),
  });
  const due = next?.due ?? null;
  return due === null ? said : `${said} ${t('answer.next', { due: formats.date(due) })}`;
}

function Backtest({ calibration }: { readonly calibration: RecordCalibration }) {
  const { t } = useTranslation(['calibration', 'record']);
  const { formats } = useCalibrationWords();
  const { symbols } = calibration;
  return (
    <>
      <h2 className="text-18 leading-mid font-semi">{t('record:headline.backtest')}</h2>
      <p className="mt-1 max-w-[110ch] leading-mid text-ink-2">
        {t('backtest.text')} {t('record:forecast.sizeNote')}
      </p>
      {symbols !== null && isIncomplete(calibration) ? (
        <p role="status" className="num mt-1 leading-mid whitespace-normal">
          {t('backtest.progress', {
            done: formats.count(symbols.done),
            all: formats.count(symbols.all),
          })}
        </p>
      ) : null}
    </>
  );
}

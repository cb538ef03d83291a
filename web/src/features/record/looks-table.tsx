import { useTranslation } from '../../i18n/index.ts';
import { type Primary, usePrimaryWords } from './primary-words.ts';

/** Renders the looks at the primary question: the results of those taken, and what the others wait for. */
export function LooksTable({ primary }: { readonly primary: Primary }) {
  const { t } = useTranslation('record');
  const { formats, result, chance, claim, missing } = usePrimaryWords();
  const hasTaken = primary.looks.length > 0;
  const head = 'h-7 pr-5 text-left text-11 font-med text-ink-3';
  const cell = 'num border-t border-line-soft py-1.5 pr-5 align-top whitespace-normal';
  return (
    <>
      <table className="mt-2.5 border-collapse text-12">
        <caption className="pb-1 text-left text-12 font-semi">{t('primary.looks')}</caption>
        <thead>
          <tr>
            <th scope="col" className={head}>
              {t('primary.columns.rows')}
            </th>
            <th scope="col" className={head}>
              {t('primary.columns.result')}
            </th>
            {hasTaken ? (
              <>
                <th scope="col" className={head}>
                  {t('primary.columns.chance')}
                </th>
                <th scope="col" className={head}>
                  {t('primary.columns.answer')}
                </th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {primary.looks.map((look) => (
            <tr key={look.rows}>
              <th scope="row" className={`${cell} text-left font-reg`}>
                {formats.count(look.rows)}
              </th>
              <td className={cell}>{result(look)}</td>
              <td className={cell}>{chance(look)}</td>
              <td className={`${cell} font-med`}>{claim(look)}</td>
            </tr>
          ))}
          {primary.coming.map((look) => (
            <tr key={look.rows} className="text-ink-2">
              <th scope="row" className={`${cell} text-left font-reg`}>
                {formats.count(look.rows)}
              </th>
              <td className={cell} colSpan={hasTaken ? 3 : 1}>
                {missing(look)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-[92ch] text-12 leading-mid text-ink-3">
        {t('primary.level', { version: primary.engineVersion })}
      </p>
    </>
  );
}

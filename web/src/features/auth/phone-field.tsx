import { useEffect, useId, useMemo, useState } from 'react';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { FieldFault, inputClass } from '../../ui/form.tsx';
import { FIRST_COUNTRY, groupCountries, listCountries } from './countries.ts';
import { dialCode, type PhoneBook, readPhone } from './phone-number.ts';
import { PickList } from './pick-list.tsx';

/** Loads the phone number rules of all countries. After a failure the next focus tries again. */
function usePhoneBook(): { readonly book: PhoneBook | null; readonly load: () => void } {
  const [book, setBook] = useState<PhoneBook | null>(null);
  const load = (): void => {
    if (book !== null) return;
    import('libphonenumber-js/mobile').then(setBook, () => undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is mounted
  useEffect(load, []);
  return { book, load };
}

/**
 * Renders a field for a mobile number with the country code. `onChange` receives E.164, or an empty text if invalid.
 */
export function PhoneField({
  name,
  label,
  error,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly error: string | null;
  readonly onChange: (e164: string) => void;
}) {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const id = useId();
  const { book, load } = usePhoneBook();
  const [country, setCountry] = useState(FIRST_COUNTRY);
  const [typed, setTyped] = useState('');
  const groups = useMemo(() => {
    const codes = book?.getCountries().filter((code) => /^[A-Z]{2}$/.test(code));
    return groupCountries(
      listCountries(language, codes ?? [FIRST_COUNTRY]),
      { preferred: t('pick.preferred'), all: t('pick.all') },
      ({ code }) => (book ? dialCode(book, code) : undefined),
    );
  }, [book, language, t]);
  const take = (text: string, of: string): void => {
    setTyped(text);
    setCountry(of);
    onChange(book ? readPhone(book, text, of).e164 : '');
  };
  // Validates what was typed before the rules were loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rules are loaded
  useEffect(() => {
    if (book && typed !== '') take(typed, readPhone(book, typed, country).country ?? country);
  }, [book]);
  const code = book ? dialCode(book, country) : '+90';
  return (
    <div data-field={name} className="flex min-w-0 flex-col gap-1.25">
      <label htmlFor={id} className="text-12 font-med text-ink-2">
        {label}
      </label>
      <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-2">
        <PickList
          name={`${name}-country`}
          label={t('fields.dialCode')}
          hideLabel
          wide
          groups={groups}
          value={country}
          onChange={(chosen) => take(typed, chosen)}
          findLabel={t('pick.findCountry')}
          face={<span translate="no">{`${country} ${code ?? ''}`}</span>}
        />
        <input
          id={id}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={24}
          value={typed}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onFocus={load}
          onChange={(event) => {
            const text = event.target.value;
            const named = book ? readPhone(book, text, country).country : null;
            take(text, named ?? country);
          }}
          onBlur={() => {
            const national = book ? readPhone(book, typed, country).national : null;
            if (national !== null) setTyped(national);
          }}
          className={cx(inputClass, 'num')}
        />
      </div>
      {error === null ? null : <FieldFault id={`${id}-error`}>{error}</FieldFault>}
    </div>
  );
}

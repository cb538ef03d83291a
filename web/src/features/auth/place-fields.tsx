import { LIMITS } from '@rasat/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage, useTranslation } from '../../i18n/index.ts';
import { Field } from '../../ui/form.tsx';
import { groupCountries, listCountries } from './countries.ts';
import { PickList } from './pick-list.tsx';
import { type City, LISTED_COUNTRIES, loadPlaces } from './places/places.ts';

/** Country, city and district of a person. */
export interface Place {
  readonly country: string;
  readonly city: string;
  readonly district: string;
}

const NO_CITIES: readonly City[] = [];

/** Loads the cities of a country; null for a country without a list, and when loading failed. */
function useCities(country: string): { readonly cities: readonly City[] | null } {
  const listed = LISTED_COUNTRIES.find((code) => code === country) ?? null;
  const { data, isError } = useQuery({
    queryKey: ['places', listed],
    queryFn: () => (listed === null ? [] : loadPlaces(listed)),
    enabled: listed !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { cities: listed === null || isError ? null : (data ?? NO_CITIES) };
}

/** Renders country, city and district: chosen from lists for Türkiye and Azerbaijan, typed for any other country. */
export function PlaceFields({
  place,
  onChange,
  faultOf,
}: {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
  readonly faultOf: (field: keyof Place) => string | null;
}) {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  const { cities } = useCities(place.country);
  const countries = useMemo(
    () =>
      groupCountries(listCountries(language), {
        preferred: t('pick.preferred'),
        all: t('pick.all'),
      }),
    [language, t],
  );
  const districts =
    cities === null ? null : (cities.find(({ name }) => name === place.city)?.districts ?? null);
  // The district is typed for a city that has no list of districts.
  const typesDistrict = cities === null || districts?.length === 0;
  return (
    <div className="grid grid-cols-3 gap-3 max-tab:grid-cols-1">
      <PickList
        name="country"
        label={t('fields.country')}
        groups={countries}
        value={place.country}
        onChange={(country) => onChange({ country, city: '', district: '' })}
        findLabel={t('pick.findCountry')}
        placeholder={t('pick.choose')}
        error={faultOf('country')}
      />
      {cities === null ? (
        <Field
          name="city"
          label={t('fields.city')}
          value={place.city}
          maxLength={LIMITS.name}
          autoComplete="address-level1"
          onChange={(event) => onChange({ ...place, city: event.target.value })}
          error={faultOf('city')}
        />
      ) : (
        <PickList
          name="city"
          label={t('fields.city')}
          groups={asList(cities.map(({ name }) => name))}
          value={place.city}
          onChange={(city) => onChange({ ...place, city, district: '' })}
          findLabel={t('pick.findCity')}
          placeholder={t('pick.choose')}
          disabled={cities.length === 0}
          error={faultOf('city')}
        />
      )}
      {typesDistrict ? (
        <Field
          name="district"
          label={t('fields.district')}
          value={place.district}
          maxLength={LIMITS.name}
          autoComplete="address-level2"
          onChange={(event) => onChange({ ...place, district: event.target.value })}
          error={faultOf('district')}
        />
      ) : (
        <PickList
          name="district"
          label={t('fields.district')}
          groups={asList(districts ?? [])}
          value={place.district}
          onChange={(district) => onChange({ ...place, district })}
          findLabel={t('pick.findDistrict')}
          placeholder={districts === null ? t('pick.cityFirst') : t('pick.choose')}
          disabled={districts === null}
          error={faultOf('district')}
        />
      )}
    </div>
  );
}

function asList(names: readonly string[]) {
  return [{ value: 'all', items: names.map((name) => ({ value: name, label: name })) }];
}

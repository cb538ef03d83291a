import { LEGAL_TEXTS, LIMITS, registration } from '@rasat/contract';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '../../api/client/client.ts';
import { loadTexts, useLanguage, useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/form.tsx';
import { FormBanner, useFaultText } from '../../ui/form-banner.tsx';
import { HumanCheck } from '../../ui/human-check.tsx';
import { LegalLink } from '../../ui/new-tab.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { AddressField } from './address-field.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FIRST_COUNTRY } from './countries.ts';
import { PhoneField } from './phone-field.tsx';
import { PlaceFields } from './place-fields.tsx';

/** Loads the texts of the page before it is painted. */
export async function clientLoader() {
  await loadTexts('auth', 'form');
  return null;
}

const { texts: _texts, language: _language, ...RULES } = registration.shape;

const EMPTY = {
  email: '',
  password: '',
  name: '',
  surname: '',
  identity: '',
  gsm: '',
  country: FIRST_COUNTRY,
  city: '',
  district: '',
  address: '',
  terms: false,
  challenge: '',
};

const PAIR = 'grid grid-cols-2 gap-3 max-tab:grid-cols-1 max-tab:gap-3.75';

/** Renders the registration page. Registering does not sign the person in. */
export default function RegisterRoute() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  return (
    <AuthFrame
      wide
      asideTitle={t('register.asideTitle')}
      asideText={t('register.asideText')}
      title={t('register.title')}
      lead={
        <>
          {t('register.member')}{' '}
          <Link to={{ pathname: '/auth/login', search }} className="link text-ink">
            {t('register.toLogin')}
          </Link>
          {/* A wide screen shows this text beside the form. */}
          <span className="mt-2 block desk:hidden">{t('register.asideText')}</span>
        </>
      }
    >
      <RegisterForm />
    </AuthFrame>
  );
}

function useRegistration(onRefused: () => void) {
  const language = useLanguage();
  return useContractForm({
    rules: RULES,
    defaults: EMPTY,
    send: async (values) => {
      const { privacy, kvkk } = LEGAL_TEXTS;
      const texts = { privacy: privacy.version, kvkk: kvkk.version };
      await call('register', { body: { ...values, texts, language } });
    },
    fieldOf: { 'user-exists-400': 'email' },
    onRefused,
  });
}

function RegisterForm() {
  const { t } = useTranslation('auth');
  const { t: hints } = useTranslation('form');
  const faultText = useFaultText();
  const [round, setRound] = useState(0);
  const { fields, phase, mended, ref, onSubmit, faultOf, closed } = useRegistration(() =>
    setRound((before) => before + 1),
  );
  const { register, setValue, watch, formState } = fields;
  const fault = (field: keyof typeof EMPTY) => faultText(field, faultOf(field));
  const [country, city, district, terms] = watch(['country', 'city', 'district', 'terms']);
  const shouldValidate = formState.isSubmitted;
  return (
    <form ref={ref} noValidate onSubmit={onSubmit}>
      <fieldset disabled={closed} className="grid min-w-0 gap-3.75">
        <div className={PAIR}>
          <Field
            {...register('email')}
            label={t('fields.email')}
            type="email"
            autoComplete="email"
            error={fault('email')}
          />
          <PasswordField
            {...register('password')}
            label={t('fields.password')}
            hint={hints('passwordHint')}
            autoComplete="new-password"
            error={fault('password')}
          />
        </div>
        <div className={PAIR}>
          <Field
            {...register('name')}
            label={t('fields.name')}
            autoComplete="given-name"
            maxLength={LIMITS.name}
            error={fault('name')}
          />
          <Field
            {...register('surname')}
            label={t('fields.surname')}
            autoComplete="family-name"
            maxLength={LIMITS.name}
            error={fault('surname')}
          />
        </div>
        <div className={PAIR}>
          <Field
            {...register('identity')}
            label={country === 'TR' ? t('fields.identityTr') : t('fields.identity')}
            autoComplete="off"
            maxLength={LIMITS.name}
            error={fault('identity')}
          />
          <PhoneField
            name="gsm"
            label={t('fields.gsm')}
            error={fault('gsm')}
            onChange={(e164) => setValue('gsm', e164, { shouldValidate })}
          />
        </div>
        <PlaceFields
          place={{ country, city, district }}
          onChange={(place) => {
            for (const field of ['country', 'city', 'district'] as const) {
              if (place[field] !== watch(field)) {
                setValue(field, place[field], {
                  shouldValidate: shouldValidate && place[field] !== '',
                });
              }
            }
          }}
          faultOf={fault}
        />
        <AddressField
          {...register('address')}
          label={t('fields.address')}
          length={watch('address').length}
          error={fault('address')}
        />
        <div data-field="terms">
          <Checkbox {...register('terms')} aria-invalid={faultOf('terms') !== null || undefined}>
            <TermsText />
          </Checkbox>
        </div>
        <HumanCheck
          action="register"
          round={round}
          onToken={(token) =>
            setValue('challenge', token ?? '', { shouldValidate: token !== null && shouldValidate })
          }
          error={fault('challenge')}
        />
        {mended ? null : (
          <FormBanner
            phase={phase}
            successCode="success.register"
            success={<Registered email={fields.getValues('email')} />}
          />
        )}
        {/* The button keeps its place, so that ticking the box moves nothing. */}
        <div className="grid min-h-11">
          {terms ? (
            <Button type="submit" variant="primary" size="lg" busy={phase.kind === 'pending'}>
              {t('register.act')}
            </Button>
          ) : (
            <p className="self-center text-12 leading-mid text-ink-3">{t('register.tickFirst')}</p>
          )}
        </div>
      </fieldset>
    </form>
  );
}

/** Renders the sentence of agreement with links to both texts. */
function TermsText() {
  const { t } = useTranslation('auth');
  return (
    <Trans
      ns="auth"
      i18nKey="register.terms"
      t={t}
      components={{
        privacy: <LegalLink to="/info/privacy" />,
        kvkk: <LegalLink to="/info/kvkk" />,
      }}
    />
  );
}

/** Confirms the registration and links to the sign-in page. */
function Registered({ email }: { readonly email: string }) {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  return (
    <>
      {t('success.register')}.{' '}
      <Link
        to={{ pathname: '/auth/login', search }}
        state={{ email }}
        className="underline underline-offset-3"
      >
        {t('register.doneLink')}
      </Link>
    </>
  );
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROUTES } from '@rasat/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { CharacterCount } from './character-count.tsx';
import { Checkbox } from './checkbox.tsx';
import { textRule } from './field-rules.ts';
import { Field, FormStatus } from './form.tsx';
import { FormBanner, useFaultText } from './form-banner.tsx';
import { HumanWidget } from './human-widget.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextArea } from './text-area.tsx';
import { useContractForm } from './use-contract-form.ts';

interface Values {
  email: string;
  note: string;
  terms: boolean;
  challenge: string;
}

const RULES = {
  email: ROUTES.login.body.shape.email,
  note: textRule((text) => text.trim().length > 2),
  terms: { safeParse: (value: unknown) => ({ success: value === true }) },
  challenge: textRule((text) => text !== 'wrong'),
};

interface Sending {
  readonly send: (values: Values) => Promise<void>;
  readonly onRefused?: () => void;
  readonly note?: string;
}

function Letter({ send, onRefused, note = '' }: Sending) {
  const form = useContractForm<Values>({
    rules: RULES,
    defaults: { email: '', note, terms: true, challenge: '' },
    send,
    fieldOf: { 'conflict-409': 'note' },
    ...(onRefused && { onRefused }),
  });
  const faultText = useFaultText();
  const { register } = form.fields;
  return (
    <form ref={form.ref} onSubmit={form.onSubmit} noValidate aria-label="Mektup">
      <fieldset disabled={form.closed}>
        <Field
          label="E-posta"
          hint="Yanıt buraya gelir"
          {...register('email')}
          error={faultText('email', form.faultOf('email'))}
        />
        <div data-field="note">
          <TextArea
            label="Not"
            {...register('note')}
            error={faultText('note', form.faultOf('note'))}
          />
        </div>
        <div data-field="terms">
          <Checkbox {...register('terms')} value="evet">
            Kabul ediyorum
          </Checkbox>
        </div>
        <div data-field="challenge">
          <button type="button">İnsanım</button>
        </div>
        <input aria-label="Başka" />
        <button type="submit">Gönder</button>
      </fieldset>
      <FormBanner phase={form.phase} success="Gitti" successCode="ok-1" />
      {form.mended ? <p>düzeldi</p> : null}
      <button type="button" onClick={form.reopen}>
        Yeniden
      </button>
    </form>
  );
}

const EMAIL_FAULT = 'Geçerli bir e-posta adresi girin';
const NOTE_FAULT = 'Bu alanı doldurun';
const email = () => screen.getByLabelText('E-posta');
const note = () => screen.getByLabelText('Not');
const fault = (text: string): string | null => screen.queryByText(text)?.textContent ?? null;
const focused = (): string => document.activeElement?.getAttribute('name') ?? 'none';
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 2)));

test('an invalid field shows its fault when it loses the focus, and is valid again with the key press that corrects it', async (t) => {
  const { user } = await show(t, <Letter send={async () => undefined} />);
  await user.click(email());
  await user.click(note());
  await settle();
  assert.equal(fault(EMAIL_FAULT), null, 'an empty field has no fault yet');
  await user.type(email(), '  ');
  await user.click(note());
  await settle();
  assert.equal(fault(EMAIL_FAULT), null, 'blanks have no fault yet');
  await user.clear(email());
  await user.type(email(), 'elif@ornek.co');
  await user.type(email(), '{backspace}{backspace}{backspace}');
  assert.equal(fault(EMAIL_FAULT), null, 'no fault is shown during typing');
  await user.tab();
  await screen.findByText(EMAIL_FAULT);
  assert.equal(email().getAttribute('aria-invalid'), 'true');
  assert.equal(fault('Yanıt buraya gelir'), null, 'the fault replaces the hint');
  await user.type(email(), '.com');
  await waitFor(() => assert.equal(fault(EMAIL_FAULT), null));
  assert.ok(fault('Yanıt buraya gelir'));
  await user.type(note(), 'ab');
  await user.tab();
  await screen.findByText(NOTE_FAULT);
  await user.type(screen.getByLabelText('Başka'), 'x');
  await user.tab();
  await user.type(email(), '{backspace}{backspace}{backspace}{backspace}');
  await settle();
  assert.equal(fault(EMAIL_FAULT), null, 'a valid field is not validated during typing');
  assert.ok(fault(NOTE_FAULT), 'a field without a rule does not clear the fault');
});

test('while the pointer is down no line appears under a field; it appears after the release', async (t) => {
  const { leave } = await show(t, <Letter send={async () => undefined} />);
  for (const release of ['pointerup', 'pointercancel']) {
    act(() => email().focus());
    fireEvent.input(email(), { target: { value: 'elif' } });
    fireEvent(window, new Event('pointerdown'));
    act(() => note().focus());
    await settle();
    assert.equal(fault(EMAIL_FAULT), null, release);
    fireEvent(window, new Event(release));
    await screen.findByText(EMAIL_FAULT);
    fireEvent.input(email(), { target: { value: 'elif@ornek.com' } });
    await waitFor(() => assert.equal(fault(EMAIL_FAULT), null));
  }
  act(() => email().focus());
  fireEvent.input(email(), { target: { value: 'e' } });
  fireEvent(window, new Event('pointerdown'));
  fireEvent(window, new Event('pointerup'));
  await settle();
  assert.equal(fault(EMAIL_FAULT), null, 'a press alone shows no fault');
  act(() => note().focus());
  await screen.findByText(EMAIL_FAULT);
  t.mock.method(document, 'hasFocus', () => false);
  fireEvent.input(note(), { target: { value: 'a' } });
  act(() => email().focus());
  await settle();
  assert.equal(fault(NOTE_FAULT), null, 'a change to another window shows no fault');
  leave();
  fireEvent(window, new Event('pointerdown'));
});

test('a submitted form shows only its first fault, focuses it, and sends nothing', async (t) => {
  let sent = 0;
  const send = async () => {
    sent += 1;
  };
  const scrolled: unknown[] = [];
  t.mock.method(Element.prototype, 'scrollIntoView', (how: unknown) => scrolled.push(how));
  const { user } = await show(t, <Letter send={send} />);
  press('Gönder');
  await screen.findByText(EMAIL_FAULT);
  assert.equal(fault(NOTE_FAULT), null);
  assert.match(screen.getByRole('alert').textContent ?? '', /error\.bad-fields-400/);
  await waitFor(() => assert.equal(focused(), 'email'));
  assert.deepEqual(scrolled, [{ block: 'center' }]);
  await user.type(email(), 'elif@ornek.com');
  await screen.findByText('düzeldi');
  press('Gönder');
  await waitFor(() => assert.equal(focused(), 'note'));
  assert.equal(fault('düzeldi'), null);
  await user.type(note(), 'abc');
  await user.click(screen.getByRole('checkbox'));
  press('Gönder');
  await waitFor(() => assert.equal(focused(), 'terms'));
  assert.equal(sent, 0);
  press('Yeniden');
  await waitFor(() => assert.ok(screen.queryByRole('alert') === null));
});

test('a submitted form is disabled until the answer and when it is done; it sends the values on the screen', async (t) => {
  const sent: Values[] = [];
  let end = (): void => undefined;
  const send = (values: Values) => {
    sent.push(values);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  await show(t, <Letter send={send} note="notum" />);
  fireEvent.input(email(), { target: { value: 'elif@ornek.com' } });
  const submit = screen.getByRole('button', { name: 'Gönder' });
  act(() => submit.focus());
  press('Gönder');
  await waitFor(() => assert.equal(sent.length, 1));
  assert.deepEqual(sent, [{ email: 'elif@ornek.com', note: 'notum', terms: true, challenge: '' }]);
  assert.equal((await screen.findByRole('status')).textContent, 'Gönderiliyor, lütfen bekleyin.');
  assert.equal(submit.matches(':disabled'), true);
  act(end);
  await screen.findByText('Gitti');
  const banner = screen.getByRole('status');
  assert.equal(banner.textContent, 'Gittiok-1');
  assert.equal(submit.matches(':disabled'), true);
  assert.equal(
    document.activeElement,
    banner,
    'the focus moves from the disabled button to the message',
  );
  press('Yeniden');
  assert.equal(submit.matches(':disabled'), false);
});

test('a success does not take the focus from another element, nor inside a dialog', async (t) => {
  const send = async () => undefined;
  const letter = <Letter send={send} note="notum" />;
  const { again } = await show(
    t,
    <>
      {letter}
      <input aria-label="Dışarı" />
    </>,
  );
  fireEvent.input(email(), { target: { value: 'elif@ornek.com' } });
  act(() => screen.getByLabelText('Dışarı').focus());
  fireEvent.submit(screen.getByRole('form'));
  await screen.findByText('Gitti');
  assert.ok(document.activeElement === screen.getByLabelText('Dışarı'));
  again(<div role="dialog">{letter}</div>);
  fireEvent.input(email(), { target: { value: 'elif@ornek.com' } });
  act(() => email().focus());
  fireEvent.submit(screen.getByRole('form'));
  await screen.findByText('Gitti');
  assert.ok(document.activeElement !== screen.getByRole('status'));
});

test("a server's refusal is shown at the field of its code, or at the field that the server names, or in the banner", async (t) => {
  let refusal: unknown = null;
  const send = async () => {
    throw refusal;
  };
  let refused = 0;
  const onRefused = () => {
    refused += 1;
  };
  await show(t, <Letter send={send} note="notum" onRefused={onRefused} />);
  fireEvent.input(email(), { target: { value: 'elif@ornek.com' } });
  const refuse = async (error: unknown, said: string): Promise<void> => {
    refusal = error;
    const before = refused;
    press('Gönder');
    await waitFor(() => {
      assert.equal(refused, before + 1);
      assert.equal(screen.getByRole('alert').textContent, said);
    });
  };
  await refuse(
    { code: 'conflict-409', field: 'email' },
    'Bu işlem şu anda yapılamıyorconflict-409',
  );
  await waitFor(() => assert.equal(focused(), 'note'));
  assert.equal(note().getAttribute('aria-invalid'), 'true');
  assert.equal(email().getAttribute('aria-invalid'), null);
  await refuse({ code: 'user-exists-400', field: 'email' }, 'Sistemde kaydınız varuser-exists-400');
  await waitFor(() => assert.equal(focused(), 'email'));
  assert.ok(fault('Bu e-posta ile kayıtlı bir hesap var'));
  assert.equal(fault('düzeldi'), null);
  await refuse({ code: 'challenge-400', field: 'challenge' }, 'Bir hata oluştuchallenge-400');
  await waitFor(() => assert.equal(document.activeElement?.textContent, 'İnsanım'));
  const failed = 'Bir hata oluştu500';
  await refuse(new TypeError('a mistake'), failed);
  await waitFor(() => assert.ok(document.activeElement === screen.getByRole('alert')));
  await refuse({ code: 7, field: 'nowhere' }, failed);
  await refuse('text', failed);
  await refuse(null, failed);
});

function Faults() {
  const text = useFaultText();
  const pairs: readonly (readonly [string, string | null])[] = [
    ['email', 'error.bad-fields-400'],
    ['identity', 'x'],
    ['gsm', 'x'],
    ['country', 'x'],
    ['token', 'x'],
    ['code', 'x'],
    ['challenge', 'x'],
    ['password', 'error.password-field-400'],
    ['oldPassword', 'x'],
    ['newPassword', 'bad-fields-400'],
    ['city', 'x'],
    ['oldPassword', 'password-not-match'],
    ['email', 'user-exists-400'],
    ['token', 'token-not-match-400'],
    ['city', null],
  ];
  return pairs.map(([field, code]) => <p key={`${field} ${code}`}>{String(text(field, code))}</p>);
}

test('each fault of a field has its own sentence', async (t) => {
  await show(t, <Faults />);
  assert.deepEqual(
    screen.getAllByRole('paragraph').map(({ textContent }) => textContent),
    [
      'Geçerli bir e-posta adresi girin',
      'Kimlik numaranızı girin',
      'Geçerli bir telefon numarası girin',
      'Ülke seçin',
      'E-postadaki kodu girin',
      '6 haneli kodu girin',
      'Önce insan olduğunuzu doğrulayın',
      '6 ile 32 karakter arasında olmalı',
      '6 ile 32 karakter arasında olmalı',
      'Bu şifre kullanılamaz: çok yaygın ya da eskisiyle aynı',
      'Bu alanı doldurun',
      'Şifre yanlış',
      'Bu e-posta ile kayıtlı bir hesap var',
      'null',
      'null',
    ],
  );
});

test('fields have their label, and a fault or hint that screen readers announce with them', async (t) => {
  const described = (element: HTMLElement): string =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('|');
  const { again, user } = await show(
    t,
    <>
      <Field label="Ad" name="name" />
      <PasswordField label="Şifre" name="password" hint="6 ile 32" />
      <SelectField label="Ülke" name="country" hint="Birini seçin">
        <option>TR</option>
      </SelectField>
      <TextArea label="Yorum" hint="Kısa" />
      <CharacterCount text="  abcd " max={4} />
    </>,
  );
  const [password, country, comment] = ['Şifre', 'Ülke', 'Yorum'].map((label) =>
    screen.getByLabelText(label),
  ) as [HTMLInputElement, HTMLElement, HTMLElement];
  assert.deepEqual([password, country, comment].map(described), [
    '6 ile 32',
    'Birini seçin',
    'Kısa',
  ]);
  assert.deepEqual(
    [password, country, comment].map((one) => one.getAttribute('aria-invalid') ?? 'false'),
    ['false', 'false', 'false'],
  );
  assert.equal(password.type, 'password');
  assert.equal(password.getAttribute('spellcheck'), 'false');
  const eye = screen.getByRole('button', { name: 'Şifreyi göster' });
  assert.equal(eye.title, 'Şifreyi göster');
  await user.click(eye);
  assert.equal(password.type, 'text');
  assert.equal(eye.title, 'Şifreyi gizle');
  assert.equal(eye.getAttribute('aria-label'), 'Şifreyi gizle');
  await user.click(eye);
  assert.equal(password.type, 'password');
  assert.ok(
    screen.getByText('4 karakter yazıldı, en çok 4').previousSibling?.textContent === '4 / 4',
  );
  assert.doesNotMatch(screen.getByText('4 / 4').parentElement?.className ?? '', /text-bad/);
  assert.equal(screen.getByText('Yorum').className, 'text-12 font-med text-ink-2');
  again(
    <>
      <Field label="Ad" name="name" error="Boş" hint="Adınız" />
      <PasswordField label="Şifre" name="password" hint="6 ile 32" error="Kısa şifre" />
      <SelectField label="Ülke" name="country" hint="Birini seçin" error="Seçilmedi" hideLabel>
        <option>TR</option>
      </SelectField>
      <TextArea label="Yorum" hint="Kısa" error="Uzun" hideLabel />
      <TextArea label="Boş alan" />
      <SelectField label="Boş seçim">
        <option>TR</option>
      </SelectField>
      <CharacterCount text="abcde" max={4} />
    </>,
  );
  await waitFor(() => assert.match(described(screen.getByLabelText('Ad')), /Boş/));
  assert.deepEqual(
    ['Şifre', 'Ülke', 'Yorum'].map((label) => described(screen.getByLabelText(label))),
    ['Kısa şifre', 'Seçilmedi', 'Uzun|Kısa'],
  );
  for (const label of ['Ad', 'Şifre', 'Ülke', 'Yorum']) {
    assert.equal(screen.getByLabelText(label).getAttribute('aria-invalid'), 'true', label);
  }
  assert.equal(screen.getByText('Yorum').className, 'sr-only');
  assert.equal(screen.getByText('Ülke').className, 'sr-only');
  assert.equal(screen.getByLabelText('Boş alan').getAttribute('aria-describedby'), null);
  assert.equal(screen.getByLabelText('Boş seçim').getAttribute('aria-describedby'), null);
  assert.match(screen.getByText('5 / 4').parentElement?.className ?? '', /text-bad/);
});

test('a failure in the banner is announced at once, other messages politely', async (t) => {
  await show(
    t,
    <>
      <FormStatus kind="error" code="x-1">
        Olmadı
      </FormStatus>
      <FormStatus kind="notice">Bakın</FormStatus>
      <FormStatus kind="success">Oldu</FormStatus>
    </>,
  );
  assert.equal(screen.getByRole('alert').textContent, 'Olmadıx-1');
  assert.deepEqual(
    screen.getAllByRole('status').map(({ textContent }) => textContent),
    ['Bakın', 'Oldu'],
  );
  const icon = (text: string) =>
    screen.getByText(text).parentElement?.querySelector('svg')?.classList;
  assert.ok(icon('Oldu')?.contains('lucide-check'));
  assert.ok(icon('Bakın')?.contains('lucide-triangle-alert'));
});

test('the human check passes its solution on, withdraws it when it expires, and shows its state', async (t) => {
  const tokens: (string | null)[] = [];
  const take = (token: string | null) => void tokens.push(token);
  const check = (round: number, error: string | null = null) => (
    <fieldset>
      <HumanWidget action="login" onToken={take} round={round} error={error} />
    </fieldset>
  );
  const { again, leave } = await show(t, check(1));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const widget = document.querySelector('altcha-widget');
  assert.ok(widget);
  assert.equal(widget.getAttribute('challenge'), '/api/auth/challenge/login');
  assert.equal(widget.getAttribute('language'), 'tr');
  assert.deepEqual(JSON.parse(widget.getAttribute('configuration') ?? ''), {
    hideFooter: true,
    hideLogo: true,
    humanInteractionSignature: false,
  });
  const { label, verifying, verified, waitAlert, verificationRequired, error, expired } =
    $altcha.i18n.get('tr') ?? {};
  assert.deepEqual(
    [label, verifying, verified, waitAlert, verificationRequired, error, expired],
    [
      'İnsan olduğumu doğrula',
      'Doğrulanıyor, birkaç saniye sürer',
      'İnsan doğrulaması tamam',
      'Doğrulama sürüyor, lütfen bekleyin',
      'Devam etmek için doğrulayın',
      'Doğrulama tamamlanamadı, yeniden deneyin',
      'Doğrulamanın süresi doldu, yeniden doğrulayın',
    ],
  );
  let resets = 0;
  Object.defineProperty(widget, 'reset', {
    value: () => {
      resets += 1;
    },
  });
  // The checkbox that the widget draws in an environment with workers.
  const box = widget.querySelector('input') ?? document.createElement('input');
  box.type = 'checkbox';
  widget.append(box);
  const turn = (state: string, payload: string | null = null): void =>
    act(() => {
      widget.dispatchEvent(new CustomEvent('statechange', { detail: { state, payload } }));
    });
  const said = () => screen.getByRole('status').textContent;
  const message = () => document.querySelector('fieldset > p')?.textContent ?? null;
  const host = widget.parentElement;

  assert.equal(host?.getAttribute('aria-busy'), null);
  turn('verifying');
  assert.equal(said(), 'Doğrulanıyor, birkaç saniye sürer');
  assert.equal(host?.getAttribute('aria-busy'), 'true');
  turn('verified', 'p1');
  assert.equal(said(), 'İnsan doğrulaması tamam');
  assert.equal(host?.getAttribute('aria-busy'), null);
  assert.deepEqual(tokens, [null, 'p1']);
  // Five minutes, less twenty seconds for the request to the server.
  act(() => t.mock.timers.tick(279_999));
  assert.equal(resets, 0);
  act(() => t.mock.timers.tick(1));
  assert.equal(resets, 1);
  assert.equal(message(), 'Doğrulamanın süresi doldu, yeniden doğrulayın');
  turn('unverified');
  assert.equal(
    message(),
    'Doğrulamanın süresi doldu, yeniden doğrulayın',
    'a reset keeps the reason',
  );
  turn('error');
  assert.equal(message(), 'Doğrulama tamamlanamadı, yeniden deneyin');
  assert.deepEqual(tokens, [null, 'p1', null, null]);
  turn('unverified');
  assert.equal(message(), null);

  again(check(1, 'Önce doğrulayın'));
  assert.equal(message(), 'Önce doğrulayın');
  assert.equal(box.getAttribute('aria-invalid'), 'true');
  const id = box.getAttribute('aria-describedby') ?? '';
  assert.equal(document.getElementById(id)?.textContent, 'Önce doğrulayın');
  again(check(2));
  assert.equal(box.getAttribute('aria-invalid'), null);
  assert.equal(box.getAttribute('aria-describedby'), null);
  assert.equal(resets, 2, 'another round restarts the check');
  again(check(2));
  assert.equal(resets, 2);

  turn('verified', 'p2');
  turn('unverified');
  act(() => t.mock.timers.tick(300_000));
  assert.equal(resets, 2, 'a withdrawn solution does not expire');
  turn('verified', 'p3');
  const fieldset = document.querySelector('fieldset');
  assert.ok(fieldset);
  fieldset.disabled = true;
  act(() => t.mock.timers.tick(300_000));
  assert.equal(resets, 2, 'a completed form needs no other solution');
  fieldset.disabled = false;
  turn('verified', 'p4');
  leave();
  t.mock.timers.tick(300_000);
  assert.equal(resets, 2);
  assert.ok(document.querySelector('altcha-widget') === null);
});

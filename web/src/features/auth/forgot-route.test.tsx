import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { GUEST_SESSION, LEGAL_TEXTS } from '@rasat/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type SessionInfo, sessionQuery, useSession } from '../../api/session/session.ts';
import { textOf } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { Consent } from './consent.tsx';
import ForgotRoute from './forgot-route.tsx';
import { Instrument } from './instrument.tsx';
import LoginRoute from './login-route.tsx';
import RegisterRoute from './register-route.tsx';

/** Finds the banner of the form; the human check has alerts of its own. */
const banner = (): Promise<Element> =>
  waitFor(() => {
    const found = document.querySelector('[role="alert"][data-banner]');
    assert.ok(found);
    return found;
  });
const refuse = (code: string, status = 400) => Response.json({ code }, { status });

/** Passes a solution of the human check to the form; null withdraws it. */
async function solve(payload: string | null): Promise<void> {
  const widget = await waitFor(() => {
    const found = document.querySelector('altcha-widget');
    assert.ok(found);
    return found;
  });
  const detail = { state: payload === null ? 'unverified' : 'verified', payload };
  await act(async () => void widget.dispatchEvent(new CustomEvent('statechange', { detail })));
}

function open(t: TestContext, page: ReactNode, at: string, showing: Showing = {}) {
  return show(t, page, { at, known: [[sessionQuery().queryKey, GUEST_SESSION]], ...showing });
}

const bodies = (calls: readonly { call: string; body: unknown }[], call: string) =>
  calls.filter((one) => one.call === call).map(({ body }) => body);

test('a guest signs in after a human check; a wrong value is reported at its field', async (t) => {
  const answers: unknown[] = [refuse('password-not-match'), { totp: null }];
  const { user, calls } = await open(t, <LoginRoute />, '/auth/login?redirect=%2Fx', {
    answers: {
      'POST /api/auth/login': () => answers.shift(),
      'POST /api/auth/info': { ...GUEST_SESSION, totp: 'code' },
    },
  });
  assert.equal(document.title, 'Giriş · Rasat');
  assert.ok(screen.getByText('Ölçülmüş seviyeler, kayıtlı sonuçlar.'));
  assert.ok(screen.getByText('Panelinize, grafiğinize ve derslerinize tek hesapla girin.'));
  assert.equal(textOf(screen.getByText(/^Hesabınız yok mu/)), 'Hesabınız yok mu? Üye olun');
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  assert.equal(to('Üye olun'), '/auth/register?redirect=%2Fx');
  assert.equal(to('Şifremi unuttum'), '/auth/forgot?redirect=%2Fx');
  assert.equal(screen.getAllByRole('link', { name: 'Rasat ana sayfası' }).length, 2);
  const press = () => user.click(screen.getByRole('button', { name: 'Giriş yap' }));
  await press();
  assert.ok(screen.getByText('Geçerli bir e-posta adresi girin'));
  await user.type(screen.getByLabelText('E-posta'), 'irem@example.com');
  await press();
  assert.ok(screen.getByText('6 ile 32 karakter arasında olmalı'));
  await user.type(screen.getByLabelText('Şifre'), 'secret-1');
  await press();
  assert.ok(screen.getByText('Önce insan olduğunuzu doğrulayın'));
  await solve('solution');
  await waitFor(() => assert.ok(screen.queryByText('Önce insan olduğunuzu doğrulayın') === null));
  await user.type(screen.getByLabelText('Şifre'), '{Enter}');
  assert.ok(await screen.findByText('Şifre yanlış'));
  assert.match(textOf(await banner()), /^Şifreniz yanlışpassword-not-match$/);
  await solve('another');
  await user.type(screen.getByLabelText('Şifre'), '{Enter}');
  assert.ok(await screen.findByRole('heading', { name: 'İkinci adım' }), 'the second step');
  assert.deepEqual(bodies(calls, 'POST /api/auth/login'), [
    { email: 'irem@example.com', password: 'secret-1', challenge: 'solution' },
    { email: 'irem@example.com', password: 'secret-1', challenge: 'another' },
  ]);
});

test('an administrator enters the code of the authenticator, and enrols it at the first sign-in', async (t) => {
  const copied: string[] = [];
  let answer: unknown = refuse('token-not-match-400');
  const { user, calls, leave } = await open(t, <LoginRoute />, '/auth/login', {
    known: [[sessionQuery().queryKey, { ...GUEST_SESSION, totp: 'enrol' }]],
    answers: {
      'POST /api/auth/totp/secret': { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Rasat?secret=A' },
      'POST /api/auth/totp': () => answer,
      'POST /api/auth/info': { ...GUEST_SESSION, totp: 'code' },
    },
  });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  assert.ok(screen.getByRole('heading', { name: 'Doğrulama uygulamanızı bağlayın' }));
  assert.ok(screen.getByText(/^Yönetici hesapları ikinci bir adımla korunur/));
  const drawn = await screen.findByRole('img', { name: 'Doğrulama uygulaması için karekod' });
  // The smallest code for 29 characters has 25 or 29 modules a side; four are quiet on each.
  assert.match(drawn.getAttribute('viewBox') ?? '', /^0 0 (33|37) \1$/);
  assert.match(drawn.firstElementChild?.getAttribute('d') ?? '', /^M4 4h1v1h-1zM5 4h1v1h-1z/);
  assert.ok(screen.getByText('Karekodu okutamıyorsanız bu anahtarı elle girin'));
  assert.ok(screen.getByText('ABCD EFGH IJ'), 'in fours');
  await user.click(screen.getByRole('button', { name: 'Kopyala' }));
  assert.ok(await screen.findByRole('button', { name: 'Kopyalandı' }));
  assert.deepEqual(copied, ['ABCDEFGHIJ']);
  const field = () => screen.getByLabelText<HTMLInputElement>('Doğrulama kodu');
  const send = () => user.click(screen.getByRole('button', { name: 'Kodu doğrula' }));
  await send();
  assert.ok(screen.getByText('6 haneli kodu girin'));
  await user.type(field(), '12a3 4567');
  assert.equal(field().value, '123456');
  await user.type(field(), '{Enter}');
  assert.match(textOf(await banner()), /^Girdiğiniz değer yanlış/);
  assert.deepEqual(bodies(calls, 'POST /api/auth/totp'), [{ code: '123456' }]);
  await user.click(screen.getByRole('button', { name: 'Vazgeç ve çıkış yap' }));
  await waitFor(() => assert.equal(bodies(calls, 'POST /api/auth/logout').length, 1));
  answer = {};
  await user.type(field(), '{Enter}');
  assert.ok(await screen.findByRole('heading', { name: 'İkinci adım' }));
  assert.ok(screen.getByText('Doğrulama uygulamanızın gösterdiği 6 haneli kodu yazın.'));
  assert.ok(screen.queryByRole('img') === null);
  assert.equal(bodies(calls, 'POST /api/auth/totp/secret').length, 1);
  leave();
  await open(t, <LoginRoute />, '/auth/login', {
    known: [[sessionQuery().queryKey, { ...GUEST_SESSION, totp: 'enrol' }]],
    answers: { 'POST /api/auth/totp/secret': refuse('conflict-409') },
  });
  assert.ok(await screen.findByText('Anahtar alınamadı'));
});

test('the copy button of the secret shows for two seconds that it was copied', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const settle = (ms = 0) =>
    act(async () => {
      t.mock.timers.tick(ms);
      for (let round = 0; round < 6; round += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        t.mock.timers.tick(0);
      }
    });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async () => undefined },
  });
  await open(t, <LoginRoute />, '/auth/login', {
    known: [[sessionQuery().queryKey, { ...GUEST_SESSION, totp: 'enrol' }]],
    answers: { 'POST /api/auth/totp/secret': { secret: 'ABCD', uri: 'otpauth://totp/R' } },
  });
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Kopyala' }));
  await settle();
  await settle(1999);
  assert.ok(screen.getByRole('button', { name: 'Kopyalandı' }));
  await settle(1);
  assert.ok(screen.getByRole('button', { name: 'Kopyala' }));
});

test('a forgotten password is replaced: mail, code, new password, then the sign-in page', async (t) => {
  const validations: unknown[] = [refuse('token-not-match-400'), {}];
  const resets: unknown[] = [refuse('token-not-match-400'), {}];
  const { user, calls, address } = await open(t, <ForgotRoute />, '/auth/forgot?redirect=%2Fx', {
    answers: {
      'PUT /api/auth/forgot/request': {},
      'POST /api/auth/forgot/validate': () => validations.shift() ?? {},
      'POST /api/auth/forgot/reset': () => resets.shift(),
    },
  });
  assert.equal(document.title, 'Şifremi unuttum · Rasat');
  assert.equal(
    screen.getByRole('link', { name: 'Girişe dön' }).getAttribute('href'),
    '/auth/login?redirect=%2Fx',
  );
  const steps = () =>
    within(screen.getByRole('list', { name: 'Adımlar' })).getAllByRole('listitem');
  const at = () => steps().map((step) => [textOf(step), step.getAttribute('aria-current')]);
  assert.deepEqual(at(), [
    ['1E-posta', 'step'],
    ['2Kod', null],
    ['3Yeni şifre', null],
  ]);
  assert.ok(screen.getByRole('heading', { name: 'Şifrenizi yenileyin' }));
  assert.ok(screen.getByText(/^Hesabınızın e-postasını yazın, size 8 karakterli/));
  const request = async () => {
    await solve('solution');
    await user.click(screen.getByRole('button', { name: 'Kod gönder' }));
    await screen.findByRole('heading', { name: 'Kodu girin' });
  };
  await user.type(screen.getByLabelText('E-posta'), ' irem@example.com ');
  await request();
  assert.deepEqual(at(), [
    ['E-postatamamlandı', null],
    ['2Kod', 'step'],
    ['3Yeni şifre', null],
  ]);
  assert.ok(
    screen.getByText(
      'irem@example.com adresiyle bir hesap varsa kodu gönderdik. Kod 10 dakika geçerlidir.',
    ),
  );
  assert.ok(screen.getByText(/^Gelmedi mi\? (1:00|0:5\d) sonra yeniden gönderebilirsiniz\.$/));
  const code = () => screen.getByLabelText<HTMLInputElement>('Doğrulama kodu');
  assert.ok(document.activeElement === code());
  const cells = () => [...document.querySelectorAll('.grid-cols-8 > span')].map(textOf);
  await user.type(code(), 'ab-12');
  assert.deepEqual(cells(), ['A', 'B', '1', '2', '', '', '', '']);
  await user.type(code(), 'cd34ef');
  assert.equal(code().value, 'AB12CD34');
  await user.type(code(), '{Enter}');
  assert.match(textOf(await banner()), /^Girdiğiniz değer yanlış/);
  act(() => code().blur());
  act(() => code().focus());
  await waitFor(() =>
    assert.deepEqual([code().selectionStart, code().selectionEnd], [0, 8], 'it is typed over'),
  );
  await user.type(code(), '{Enter}');
  await screen.findByRole('heading', { name: 'Yeni şifre' });
  const hidden = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  assert.deepEqual([hidden?.value, hidden?.hidden], ['irem@example.com', true]);
  const field = () => screen.getByLabelText('Yeni şifre');
  assert.ok(document.activeElement === field());
  assert.ok(screen.getByText('6 ile 32 karakter arası'));
  assert.ok(screen.getByText(/^Şifre yenilenince bütün oturumlar kapanır/));
  assert.ok(screen.queryByRole('button', { name: /Yeni kod isteyin/ }) === null);
  await user.type(field(), 'new-secret{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Gelmedi mi? Yeni kod isteyin' }));
  assert.equal(screen.getByLabelText<HTMLInputElement>('E-posta').value, 'irem@example.com');
  await request();
  await user.type(code(), 'AB12CD34{Enter}');
  await screen.findByRole('heading', { name: 'Yeni şifre' });
  await user.type(field(), 'new-secret{Enter}');
  assert.ok(await screen.findByText('Şifreniz yenilendi. Girişe yönlendiriliyorsunuz.'));
  await waitFor(() => assert.equal(address(), '/auth/login?redirect=%2Fx'));
  assert.deepEqual(bodies(calls, 'POST /api/auth/forgot/validate')[0], {
    email: 'irem@example.com',
    token: 'AB12CD34',
  });
  assert.deepEqual(bodies(calls, 'POST /api/auth/forgot/reset').at(-1), {
    email: 'irem@example.com',
    token: 'AB12CD34',
    password: 'new-secret',
  });
});

test('another code can be requested after a minute', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 21, 9) });
  const { user } = await open(t, <ForgotRoute />, '/auth/forgot', {
    answers: { 'PUT /api/auth/forgot/request': {} },
  });
  await user.type(screen.getByLabelText('E-posta'), 'irem@example.com');
  await solve('solution');
  await user.click(screen.getByRole('button', { name: 'Kod gönder' }));
  assert.ok(await screen.findByText('Gelmedi mi? 1:00 sonra yeniden gönderebilirsiniz.'));
  t.mock.timers.setTime(Date.UTC(2026, 10, 21, 9) + 51_000);
  assert.ok(await screen.findByText('Gelmedi mi? 0:09 sonra yeniden gönderebilirsiniz.'));
  t.mock.timers.setTime(Date.UTC(2026, 10, 21, 9) + 60_000);
  await user.click(await screen.findByRole('button', { name: 'Gelmedi mi? Yeni kod isteyin' }));
  assert.ok(screen.getByRole('heading', { name: 'Şifrenizi yenileyin' }));
});

test('the registration requires every field that an invoice needs', async (t) => {
  const answers: unknown[] = [refuse('user-exists-400'), {}];
  const { user, calls } = await open(t, <RegisterRoute />, '/auth/register?redirect=%2Fx', {
    answers: { 'PUT /api/auth/register': () => answers.shift() },
  });
  assert.equal(document.title, 'Üye ol · Rasat');
  assert.ok(screen.getByText('Önce kayıt, sonra rasat.'));
  assert.equal(
    screen.getAllByText(/^Kimlik ve adres bilgileri fatura için gereklidir/).length,
    2,
    'beside the form, and above it on a phone',
  );
  const to = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  assert.equal(to('Giriş yapın'), '/auth/login?redirect=%2Fx');
  assert.equal(to(/^Gizlilik politikasını/), '/info/privacy');
  assert.equal(to(/^KVKK aydınlatma metnini/), '/info/kvkk');
  const act_ = () => screen.queryByRole('button', { name: 'Üye ol' });
  assert.ok(act_() === null);
  assert.ok(screen.getByText('Metinleri kabul ettiğinizde üye ol düğmesi burada görünür.'));
  await user.click(screen.getByRole('checkbox', { name: /kabul ediyorum/ }));
  const press = async () => user.click(act_() ?? document.body);
  await press();
  assert.ok(screen.getByText('Geçerli bir e-posta adresi girin'));
  const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text);
  await type('E-posta', 'irem@example.com');
  await type('Şifre', 'secret-1');
  await type('Ad', 'İrem');
  await type('Soyad', 'Işık');
  await type('T.C. kimlik numarası', '10000000146');
  await type('Cep telefonu', '0532 123 45 67');
  await user.tab();
  await waitFor(() =>
    assert.equal(screen.getByLabelText<HTMLInputElement>('Cep telefonu').value, '0532 123 45 67'),
  );
  const pick = async (button: RegExp, search: string, query: string, name: string | RegExp) => {
    await user.click(screen.getByRole('combobox', { name: button }));
    await user.type(await screen.findByRole('combobox', { name: search }), query);
    await user.click(await screen.findByRole('option', { name }));
  };
  assert.ok(screen.getByRole('combobox', { name: 'Ülke kodu TR +90' }));
  const district = () => screen.getByRole('combobox', { name: /^İlçe/ });
  assert.equal(textOf(district()), 'Önce şehri seçin');
  await waitFor(() =>
    assert.ok(!screen.getByRole('combobox', { name: /^Şehir/ }).hasAttribute('data-disabled')),
  );
  await pick(/^Şehir/, 'Şehir ara', 'istanbul', 'İstanbul');
  assert.equal(textOf(district()), 'Seçin');
  await pick(/^İlçe/, 'İlçe ara', 'uskudar', 'Üsküdar');
  await type('Adres', 'Sokak 1');
  assert.ok(screen.getByText('7 / 150'));
  await solve('solution');
  await press();
  assert.ok(await screen.findByText('Bu e-posta ile kayıtlı bir hesap var'));
  await solve('another');
  await press();
  const done = await screen.findByText(/Üyeliğiniz başarıyla oluşturuldu/);
  assert.match(textOf(done), /^Üyeliğiniz başarıyla oluşturuldu\. Giriş yapın/);
  assert.deepEqual(bodies(calls, 'PUT /api/auth/register')[1], {
    email: 'irem@example.com',
    password: 'secret-1',
    name: 'İrem',
    surname: 'Işık',
    identity: '10000000146',
    gsm: '+905321234567',
    country: 'TR',
    city: 'İstanbul',
    district: 'Üsküdar',
    address: 'Sokak 1',
    terms: true,
    challenge: 'another',
    texts: { privacy: LEGAL_TEXTS.privacy.version, kvkk: LEGAL_TEXTS.kvkk.version },
    language: 'tr',
  });
});

test('outside Türkiye identity number, city and district are text fields', async (t) => {
  const { user } = await open(t, <RegisterRoute />, '/auth/register');
  const country = () => screen.getByRole('combobox', { name: /^Ülke (?!kodu|ara)/ });
  const choose = async (query: string, name: string) => {
    await user.click(country());
    const field = await screen.findByRole('combobox', { name: 'Ülke ara' });
    await user.type(field, 'qqqq');
    assert.ok(await screen.findByText('Sonuç yok'));
    await user.clear(field);
    assert.ok(screen.getByText('Sık seçilenler'));
    assert.ok(screen.getByText('Bütün ülkeler'));
    await user.type(field, query);
    await user.click(await screen.findByRole('option', { name }));
    // Until the list is closed, key presses still go to its field.
    await waitFor(() => assert.equal(screen.queryAllByLabelText('Ülke ara').length, 0));
  };
  await choose('alman', 'Almanya');
  assert.equal(textOf(country()), 'Almanya');
  assert.ok(screen.getByLabelText('Kimlik veya pasaport numarası'));
  await user.type(screen.getByRole('textbox', { name: 'Şehir' }), 'Berlin');
  await user.type(screen.getByRole('textbox', { name: 'İlçe' }), 'Mitte');
  assert.equal(screen.getByRole<HTMLInputElement>('textbox', { name: 'Şehir' }).value, 'Berlin');
  await choose('azer', 'Azerbaycan');
  const city = () => screen.getByRole('combobox', { name: /^Şehir/ });
  assert.equal(textOf(city()), 'Seçin', 'another country has other cities');
  await user.click(city());
  await user.type(await screen.findByRole('combobox', { name: 'Şehir ara' }), 'quba');
  await user.click(await screen.findByRole('option', { name: 'Quba' }));
  const district = screen.getByRole<HTMLInputElement>('textbox', { name: 'İlçe' });
  assert.equal(district.value, '', 'the district is typed for a city without a list');
});

test('a number that begins with a country code selects that country', async (t) => {
  const { user } = await open(t, <RegisterRoute />, '/auth/register');
  const field = screen.getByLabelText<HTMLInputElement>('Cep telefonu');
  await screen.findByRole('combobox', { name: 'Ülke kodu TR +90' });
  await user.click(field);
  await user.paste('+994 50 123 45 67');
  assert.ok(await screen.findByRole('combobox', { name: 'Ülke kodu AZ +994' }));
  await user.tab();
  assert.equal(field.value, '050 123 45 67');
});

/** Shows the consent dialog for the texts of the session. */
function ConsentOfSession() {
  const { info } = useSession();
  return info === null ? null : <Consent texts={info.texts} />;
}

test('changed legal texts are accepted, or the person signs out', async (t) => {
  const texts = [refuse('conflict-409'), {}];
  const info: SessionInfo = {
    ...GUEST_SESSION,
    logged: true,
    id: 'RS1',
    texts: ['privacy', 'kvkk'],
  };
  const { user, calls } = await show(t, <ConsentOfSession />, {
    known: [[sessionQuery().queryKey, info]],
    answers: { 'POST /api/account/texts': () => texts.shift(), 'POST /api/auth/info': info },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Metinlerimiz değişti' }));
  assert.ok(dialog.getByText(/^Devam etmek için aşağıdaki metinlerin yeni hâlini/));
  const { privacy, kvkk } = LEGAL_TEXTS;
  const lines = dialog.getAllByRole('link');
  assert.deepEqual(
    lines.map((link) => link.getAttribute('href')),
    ['/info/privacy', '/info/kvkk'],
  );
  assert.match(
    textOf(lines[0]),
    new RegExp(`^Gizlilik politikasıyeni sekmede açılır${privacy.version}\\. sürüm, `),
  );
  const day = String(Number(privacy.date.slice(8, 10)));
  assert.match(textOf(lines[0]), new RegExp(`sürüm, ${day} `), 'the day of its date in Istanbul');
  assert.match(textOf(lines[1]), /^KVKK aydınlatma metni/);
  const accept = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Kabul et' });
  assert.equal(accept().disabled, true);
  await user.click(dialog.getByRole('checkbox', { name: 'Okudum, kabul ediyorum' }));
  assert.equal(accept().disabled, false);
  await user.click(accept());
  assert.equal(
    textOf(await dialog.findByRole('alert')),
    'Bu işlem şu anda yapılamıyorconflict-409',
  );
  await user.click(accept());
  await waitFor(() => assert.equal(bodies(calls, 'POST /api/auth/info').length, 1));
  await waitFor(() => assert.equal(accept().disabled, false));
  assert.ok(dialog.queryByRole('alert') === null);
  assert.deepEqual(
    bodies(calls, 'POST /api/account/texts'),
    Array(2).fill({ terms: true, privacy: privacy.version, kvkk: kvkk.version }),
  );
  await user.click(dialog.getByRole('button', { name: 'Çıkış yap' }));
  await waitFor(() => assert.equal(bodies(calls, 'POST /api/auth/logout').length, 1));
});

test('the picture beside the form has a mark for every degree of the quadrant', async (t) => {
  await show(t, <Instrument />);
  const arcs = [...document.querySelectorAll('svg g')];
  assert.equal(arcs.length, 3);
  const marks = arcs.map((arc) =>
    [...arc.querySelectorAll('path')].map((path) => path.getAttribute('d')?.split('M').length ?? 0),
  );
  // Ten long marks from 0 to 90 degrees and 81 others; each list begins with an empty string.
  assert.deepEqual(marks, [
    [2, 11, 82, 2],
    [2, 11, 82, 2],
    [2, 11, 82],
  ]);
  const [inner] = arcs;
  const paths = [...(inner?.querySelectorAll('path') ?? [])].map((path) => path.getAttribute('d'));
  assert.equal(paths[0], 'M0 640A260 260 0 0 1 260 900');
  assert.match(paths[1] ?? '', /^M260\.0 900\.0L244\.0 900\.0/, 'a long mark has 16');
  assert.match(paths[2] ?? '', /^M260\.0 895\.5L255\.0 895\.5/, 'a short mark has 5');
  assert.equal(paths[3], 'M0 624A276 276 0 0 1 276 900');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language } from '@rasat/contract';
import { answerNews, reviewNews } from './mails.ts';

const BASE = 'https://rasat.example';
const QUESTION_URL = `${BASE}/account?selected=question`;
const HOMEWORK_URL = `${BASE}/account?selected=homework`;

const readerOf = (language: Language) => ({
  mail: `ada.${language}@rasat.example`,
  name: 'Ada',
  language,
});

interface Wanted {
  readonly subject: string;
  readonly greeting: string;
  readonly said: readonly string[];
  readonly action: string;
}

/** The mail and the message in the chat say the same, the chat without greeting and button. */
function assertNews(
  { mail, text }: ReturnType<typeof answerNews>,
  language: Language,
  { subject, greeting, said, action }: Wanted,
  url: string,
): void {
  assert.equal(mail.to, `ada.${language}@rasat.example`);
  assert.equal(mail.subject, subject);
  assert.deepEqual(mail.text.split('\n\n').slice(0, -1), [
    subject,
    greeting,
    ...said,
    `${action}:\n${url}`,
  ]);
  assert.ok(mail.html.includes(`<html lang="${language}">`));
  assert.equal(text, [subject, ...said, url].join('\n\n'));
}

test('an answer is sent with its question to the person who asked, in their language', () => {
  const given = { question: 'Kutu nasıl\nçizilir?', answer: 'Bir tepe.\n\nBir dip.' };
  const wanted: Readonly<Record<Language, Wanted>> = {
    tr: {
      subject: 'Sorunuz yanıtlandı',
      greeting: 'Merhaba Ada,',
      said: ['Sorunuz: “Kutu nasıl çizilir?”', 'Yanıt:', 'Bir tepe.', 'Bir dip.'],
      action: 'Soru ve yanıt',
    },
    az: {
      subject: 'Sualınız cavablandı',
      greeting: 'Salam, Ada!',
      said: ['Sualınız: “Kutu nasıl çizilir?”', 'Cavab:', 'Bir tepe.', 'Bir dip.'],
      action: 'Sual və cavab',
    },
    en: {
      subject: 'Your question was answered',
      greeting: 'Hello Ada,',
      said: ['Your question: “Kutu nasıl çizilir?”', 'The answer:', 'Bir tepe.', 'Bir dip.'],
      action: 'Question and answer',
    },
  };
  for (const language of LANGUAGES) {
    const news = answerNews(readerOf(language), BASE, given);
    assertNews(news, language, wanted[language], QUESTION_URL);
  }
});

test('a review names its homework, what was decided, how many marks there are, and the feedback', () => {
  const review = { number: 5, feedback: 'Güzel.', marks: 3 };
  const wanted: Readonly<Record<Language, Readonly<Record<'approved' | 'fix', Wanted>>>> = {
    tr: {
      approved: {
        subject: '5. ödeviniz onaylandı',
        greeting: 'Merhaba Ada,',
        said: [
          '5. ödeviniz değerlendirildi ve onaylandı.',
          'Görselinize 3 işaret eklendi.',
          'Geri bildirim:',
          'Güzel.',
        ],
        action: 'Ödevlerim',
      },
      fix: {
        subject: '5. ödeviniz için düzeltme istendi',
        greeting: 'Merhaba Ada,',
        said: [
          '5. ödeviniz değerlendirildi. Bu ödevi düzeltip bir kez daha gönderebilirsiniz.',
          'Görselinize 3 işaret eklendi.',
          'Geri bildirim:',
          'Güzel.',
        ],
        action: 'Ödevlerim',
      },
    },
    az: {
      approved: {
        subject: 'Tapşırığınız təsdiqləndi (5)',
        greeting: 'Salam, Ada!',
        said: [
          '5 nömrəli tapşırığınız qiymətləndirildi və təsdiqləndi.',
          'Şəklinizə 3 işarə əlavə edildi.',
          'Rəy:',
          'Güzel.',
        ],
        action: 'Tapşırıqlarım',
      },
      fix: {
        subject: 'Tapşırığınıza düzəliş istənildi (5)',
        greeting: 'Salam, Ada!',
        said: [
          '5 nömrəli tapşırığınız qiymətləndirildi. Onu düzəldib bir dəfə də göndərə bilərsiniz.',
          'Şəklinizə 3 işarə əlavə edildi.',
          'Rəy:',
          'Güzel.',
        ],
        action: 'Tapşırıqlarım',
      },
    },
    en: {
      approved: {
        subject: 'Homework 5 was approved',
        greeting: 'Hello Ada,',
        said: [
          'Your homework 5 was reviewed and approved.',
          '3 marks were added to your image.',
          'Feedback:',
          'Güzel.',
        ],
        action: 'My homework',
      },
      fix: {
        subject: 'A fix was requested for homework 5',
        greeting: 'Hello Ada,',
        said: [
          'Your homework 5 was reviewed. You can fix it and hand it in once more.',
          '3 marks were added to your image.',
          'Feedback:',
          'Güzel.',
        ],
        action: 'My homework',
      },
    },
  };
  for (const language of LANGUAGES) {
    const to = readerOf(language);
    for (const state of ['approved', 'fix'] as const) {
      const news = reviewNews(to, BASE, { ...review, state });
      assertNews(news, language, wanted[language][state], HOMEWORK_URL);
    }
    // What was not added and not written is not spoken of.
    const { said, ...rest } = wanted[language].approved;
    const bare = reviewNews(to, BASE, { number: 5, state: 'approved', feedback: '', marks: 0 });
    assertNews(bare, language, { ...rest, said: said.slice(0, 1) }, HOMEWORK_URL);
  }
  const { text } = reviewNews(readerOf('en'), BASE, { ...review, state: 'fix', marks: 1 });
  assert.ok(text.includes('\n\n1 mark was added to your image.\n\n'));
});

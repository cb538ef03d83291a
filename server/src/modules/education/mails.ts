import type { Language } from '@rasat/contract';
import { mailLayout } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mail.ts';

/** To whom an answer or a review goes. */
export interface StudentReader {
  readonly mail: string;
  readonly name: string;
  readonly language: Language;
}

interface Wording {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  /** What came before the reply. */
  readonly before: readonly string[];
  readonly action: string;
}

type AnswerWording = (question: string) => Wording;

const ANSWER: Readonly<Record<Language, AnswerWording>> = {
  tr: (question) => ({
    subject: 'Sorunuz yanıtlandı',
    greeting: (name) => `Merhaba ${name},`,
    before: [`Sorunuz: “${question}”`, 'Yanıt:'],
    action: 'Soru ve yanıt',
  }),
  az: (question) => ({
    subject: 'Sualınız cavablandı',
    greeting: (name) => `Salam, ${name}!`,
    before: [`Sualınız: “${question}”`, 'Cavab:'],
    action: 'Sual və cavab',
  }),
  en: (question) => ({
    subject: 'Your question was answered',
    greeting: (name) => `Hello ${name},`,
    before: [`Your question: “${question}”`, 'The answer:'],
    action: 'Question and answer',
  }),
};

type ReviewWording = (number: number, hasFeedback: boolean, marks: number) => Wording;
type ReviewState = 'approved' | 'fix';

const REVIEW: Readonly<Record<Language, Readonly<Record<ReviewState, ReviewWording>>>> = {
  tr: {
    approved: (number, hasFeedback, marks) => ({
      subject: `${number}. ödeviniz onaylandı`,
      greeting: (name) => `Merhaba ${name},`,
      before: [
        `${number}. ödeviniz değerlendirildi ve onaylandı.`,
        ...(marks > 0 ? [`Görselinize ${marks} işaret eklendi.`] : []),
        ...(hasFeedback ? ['Geri bildirim:'] : []),
      ],
      action: 'Ödevlerim',
    }),
    fix: (number, _hasFeedback, marks) => ({
      subject: `${number}. ödeviniz için düzeltme istendi`,
      greeting: (name) => `Merhaba ${name},`,
      before: [
        `${number}. ödeviniz değerlendirildi. Bu ödevi düzeltip bir kez daha gönderebilirsiniz.`,
        ...(marks > 0 ? [`Görselinize ${marks} işaret eklendi.`] : []),
        'Geri bildirim:',
      ],
      action: 'Ödevlerim',
    }),
  },
  az: {
    approved: (number, hasFeedback, marks) => ({
      subject: `Tapşırığınız təsdiqləndi (${number})`,
      greeting: (name) => `Salam, ${name}!`,
      before: [
        `${number} nömrəli tapşırığınız qiymətləndirildi və təsdiqləndi.`,
        ...(marks > 0 ? [`Şəklinizə ${marks} işarə əlavə edildi.`] : []),
        ...(hasFeedback ? ['Rəy:'] : []),
      ],
      action: 'Tapşırıqlarım',
    }),
    fix: (number, _hasFeedback, marks) => ({
      subject: `Tapşırığınıza düzəliş istənildi (${number})`,
      greeting: (name) => `Salam, ${name}!`,
      before: [
        `${number} nömrəli tapşırığınız qiymətləndirildi. Onu düzəldib bir dəfə də göndərə bilərsiniz.`,
        ...(marks > 0 ? [`Şəklinizə ${marks} işarə əlavə edildi.`] : []),
        'Rəy:',
      ],
      action: 'Tapşırıqlarım',
    }),
  },
  en: {
    approved: (number, hasFeedback, marks) => ({
      subject: `Homework ${number} was approved`,
      greeting: (name) => `Hello ${name},`,
      before: [
        `Your homework ${number} was reviewed and approved.`,
        ...(marks > 0
          ? [`${marks === 1 ? '1 mark was' : `${marks} marks were`} added to your image.`]
          : []),
        ...(hasFeedback ? ['Feedback:'] : []),
      ],
      action: 'My homework',
    }),
    fix: (number, _hasFeedback, marks) => ({
      subject: `A fix was requested for homework ${number}`,
      greeting: (name) => `Hello ${name},`,
      before: [
        `Your homework ${number} was reviewed. You can fix it and hand it in once more.`,
        ...(marks > 0
          ? [`${marks === 1 ? '1 mark was' : `${marks} marks were`} added to your image.`]
          : []),
        'Feedback:',
      ],
      action: 'My homework',
    }),
  },
};

/** As much of a question as reminds of it. */
const REMINDER = 200;

/** A mail, and the same said in a chat. */
export interface StudentNews {
  readonly mail: Mail;
  readonly text: string;
}

/** Says that a question was answered, and how. */
export function answerNews(
  to: StudentReader,
  baseUrl: string,
  { question, answer }: { readonly question: string; readonly answer: string },
): StudentNews {
  const url = `${baseUrl}/account?selected=question`;
  return compose(to, 'answer', ANSWER[to.language](shortened(question)), answer, url);
}

/** Says that a homework was reviewed, and how. */
export function reviewNews(
  to: StudentReader,
  baseUrl: string,
  review: {
    readonly number: number;
    readonly state: ReviewState;
    readonly feedback: string;
    readonly marks: number;
  },
): StudentNews {
  const { number, state, feedback, marks } = review;
  const wording = REVIEW[to.language][state](number, feedback !== '', marks);
  return compose(to, 'review', wording, feedback, `${baseUrl}/account?selected=homework`);
}

function compose(
  to: StudentReader,
  template: string,
  { subject, greeting, before, action }: Wording,
  reply: string,
  url: string,
): StudentNews {
  const said = [...before, ...paragraphsOf(reply)];
  const layout = mailLayout({
    title: subject,
    paragraphs: [greeting(to.name), ...said],
    action: { label: action, url },
    language: to.language,
  });
  return {
    mail: { to: to.mail, template, subject, ...layout, carriesSecret: false },
    text: [subject, ...said, url].join('\n\n'),
  };
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\s*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

function shortened(question: string): string {
  const line = question.replace(/\s+/g, ' ');
  if (line.length <= REMINDER) return line;
  // Not through the middle of a character.
  return `${line
    .slice(0, REMINDER)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

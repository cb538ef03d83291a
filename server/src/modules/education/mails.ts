import type { Language } from '@rasat/contract';
import { composeLetter, type Reader } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';

interface Wording {
  readonly subject: string;
  /** Lines before the reply. */
  readonly before: readonly string[];
  readonly action: string;
}

const ANSWER: Readonly<Record<Language, (question: string) => Wording>> = {
  tr: (question) => ({
    subject: 'Sorunuz yanıtlandı',
    before: [`Sorunuz: “${question}”`, 'Yanıt:'],
    action: 'Soru ve yanıt',
  }),
  az: (question) => ({
    subject: 'Sualınız cavablandı',
    before: [`Sualınız: “${question}”`, 'Cavab:'],
    action: 'Sual və cavab',
  }),
  en: (question) => ({
    subject: 'Your question was answered',
    before: [`Your question: “${question}”`, 'The answer:'],
    action: 'Question and answer',
  }),
};

type ReviewState = 'approved' | 'fix';

/** Wording of the mail about a review, by the number of the homework and the number of marks on its image. */
interface ReviewWording {
  readonly subject: Readonly<Record<ReviewState, (number: number) => string>>;
  readonly verdict: Readonly<Record<ReviewState, (number: number) => string>>;
  readonly marked: (marks: number) => string;
  /** Precedes the feedback. */
  readonly feedback: string;
  readonly action: string;
}

const REVIEW: Readonly<Record<Language, ReviewWording>> = {
  tr: {
    subject: {
      approved: (number) => `${number}. ödeviniz onaylandı`,
      fix: (number) => `${number}. ödeviniz için düzeltme istendi`,
    },
    verdict: {
      approved: (number) => `${number}. ödeviniz değerlendirildi ve onaylandı.`,
      fix: (number) =>
        `${number}. ödeviniz değerlendirildi. Bu ödevi düzeltip bir kez daha gönderebilirsiniz.`,
    },
    marked: (marks) => `Görselinize ${marks} işaret eklendi.`,
    feedback: 'Geri bildirim:',
    action: 'Ödevlerim',
  },
  az: {
    subject: {
      approved: (number) => `Tapşırığınız təsdiqləndi (${number})`,
      fix: (number) => `Tapşırığınıza düzəliş istənildi (${number})`,
    },
    verdict: {
      approved: (number) => `${number} nömrəli tapşırığınız qiymətləndirildi və təsdiqləndi.`,
      fix: (number) =>
        `${number} nömrəli tapşırığınız qiymətləndirildi. Onu düzəldib bir dəfə də göndərə bilərsiniz.`,
    },
    marked: (marks) => `Şəklinizə ${marks} işarə əlavə edildi.`,
    feedback: 'Rəy:',
    action: 'Tapşırıqlarım',
  },
  en: {
    subject: {
      approved: (number) => `Homework ${number} was approved`,
      fix: (number) => `A fix was requested for homework ${number}`,
    },
    verdict: {
      approved: (number) => `Your homework ${number} was reviewed and approved.`,
      fix: (number) =>
        `Your homework ${number} was reviewed. You can fix it and hand it in once more.`,
    },
    marked: (marks) => `${marks === 1 ? '1 mark was' : `${marks} marks were`} added to your image.`,
    feedback: 'Feedback:',
    action: 'My homework',
  },
};

/** Characters of a question that the mail repeats. */
const REMINDER = 200;

/** Mail, and the same news as a chat text. */
export interface StudentNews {
  readonly mail: Mail;
  readonly text: string;
}

/** Returns the news that a question was answered, with the answer. */
export function answerNews(
  to: Reader,
  baseUrl: string,
  { question, answer }: { readonly question: string; readonly answer: string },
): StudentNews {
  const url = `${baseUrl}/account?selected=question`;
  return compose(to, 'answer', ANSWER[to.language](shortened(question)), answer, url);
}

/** Returns the news that a homework was reviewed, with the verdict. */
export function reviewNews(
  to: Reader,
  baseUrl: string,
  review: {
    readonly number: number;
    readonly state: ReviewState;
    readonly feedback: string;
    readonly marks: number;
  },
): StudentNews {
  const { number, state, feedback, marks } = review;
  const words = REVIEW[to.language];
  const before = [
    words.verdict[state](number),
    ...(marks > 0 ? [words.marked(marks)] : []),
    ...(feedback === '' ? [] : [words.feedback]),
  ];
  const wording = { subject: words.subject[state](number), before, action: words.action };
  return compose(to, 'review', wording, feedback, `${baseUrl}/account?selected=homework`);
}

function compose(
  to: Reader,
  template: string,
  { subject: title, before, action: label }: Wording,
  reply: string,
  url: string,
): StudentNews {
  const paragraphs = [...before, ...paragraphsOf(reply)];
  return {
    mail: composeLetter(to, template, { title, paragraphs, action: { label, url } }),
    text: [title, ...paragraphs, url].join('\n\n'),
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
  // A half surrogate pair at the cut is removed.
  return `${line
    .slice(0, REMINDER)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

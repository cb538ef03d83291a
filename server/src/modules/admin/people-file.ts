import { Readable } from 'node:stream';
import { istanbulDay, istanbulIso, type Language } from '@rasat/contract';
import { BYTE_ORDER_MARK, csvRow } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/pool.ts';
import { FILE_RETRY, retryUnavailable } from '../../platform/db/retry-unavailable.ts';
import type { FileContent } from '../../platform/http/answers.ts';
import { type ShownPerson, showPerson } from './people.ts';
import { listPeople, type PeopleQuery } from './people-store.ts';

const ROWS_AT_ONCE = 1000;

const HEADS: Readonly<Record<Language, readonly string[]>> = {
  tr: [
    'UID',
    'Ad',
    'Soyad',
    'E-posta',
    'Telefon',
    'Ülke',
    'Şehir',
    'İlçe',
    'Durum',
    'Abonelik bitişi',
    'Eğitim',
    'Kayıt',
    'Son giriş',
  ],
  az: [
    'UID',
    'Ad',
    'Soyad',
    'E-poçt',
    'Telefon',
    'Ölkə',
    'Şəhər',
    'Rayon',
    'Vəziyyət',
    'Abunəliyin bitməsi',
    'Təhsil',
    'Qeydiyyat',
    'Son giriş',
  ],
  en: [
    'UID',
    'Name',
    'Surname',
    'Email',
    'Phone',
    'Country',
    'City',
    'District',
    'State',
    'Subscription ends',
    'Course',
    'Registered',
    'Last sign-in',
  ],
};

const STATES: Readonly<Record<Language, Readonly<Record<ShownPerson['state'], string>>>> = {
  tr: { registered: 'Kayıtlı', student: 'Öğrenci', subscriber: 'Abone', ended: 'Süresi doldu' },
  az: {
    registered: 'Qeydiyyatlı',
    student: 'Tələbə',
    subscriber: 'Abunəçi',
    ended: 'Müddəti bitib',
  },
  en: { registered: 'Registered', student: 'Student', subscriber: 'Subscriber', ended: 'Ended' },
};

const YES_NO: Readonly<Record<Language, readonly [yes: string, no: string]>> = {
  tr: ['Var', 'Yok'],
  az: ['Var', 'Yox'],
  en: ['Yes', 'No'],
};

/** Returns the whole list of people as CSV, streamed for any length. Times are Istanbul's. */
export function peopleFile(db: Db, query: PeopleQuery, language: Language): FileContent {
  return {
    size: null,
    type: 'text/csv; charset=utf-8',
    name: `rasat-${istanbulDay(query.nowMs)}.csv`,
    attachment: true,
    open: () => Readable.from(writeRows(db, query, language)),
  };
}

async function* writeRows(
  db: Db,
  query: PeopleQuery,
  language: Language,
): AsyncGenerator<Buffer, void> {
  yield Buffer.from(BYTE_ORDER_MARK + csvRow(HEADS[language]));
  let beforeId = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await retryUnavailable(
      () => listPeople(db, query, beforeId, ROWS_AT_ONCE),
      FILE_RETRY,
    );
    yield Buffer.from(
      rows
        .map((row) => {
          const person = showPerson(row);
          const [yes, no] = YES_NO[language];
          return csvRow([
            person.uid,
            person.name,
            person.surname,
            person.email,
            person.gsm,
            row.country,
            person.city,
            row.district,
            STATES[language][person.state],
            showTime(person.end),
            person.student ? yes : no,
            showTime(person.registered),
            showTime(person.lastSignIn),
          ]);
        })
        .join(''),
    );
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    beforeId = last.id;
  }
}

/** Formats a time for spreadsheets: `2026-11-21 13:05`. */
function showTime(ms: number | null): string {
  return ms === null ? '' : istanbulIso(ms).replace('T', ' ');
}

import { eraseMailsTo, listMailsTo } from '../../platform/mail/mails-of.ts';
import { isoTime, type PersonalData } from '../../platform/personal-data.ts';
import {
  deletePerson,
  findPerson,
  listAllConsents,
  listAllSessions,
  listDevices,
} from './store.ts';

/** The person, their sessions and known devices, their consents, and the mails whose content is still stored. */
export const accountsData: PersonalData = {
  tables: ['session', 'known_device', 'consent'],

  async export(db, keys, personId) {
    const person = await findPerson(db, personId);
    if (!person) return {};
    const sessions = await listAllSessions(db, personId);
    const devices = await listDevices(db, personId);
    const consents = await listAllConsents(db, personId);
    const mails = await listMailsTo(db, keys, person.mail);
    return {
      person: {
        id: person.public_id,
        email: person.mail,
        name: person.name,
        surname: person.surname,
        identity: keys.decrypt(person.identity, 'person.identity'),
        gsm: person.gsm,
        country: person.country,
        city: person.city,
        district: person.district,
        address: keys.decrypt(person.address, 'person.address'),
        language: person.language,
        theme: person.theme,
        prices: person.prices,
        keys: person.keys,
        created: isoTime(person.created_at),
        erasureRequested: isoTime(person.erase_asked_at),
        erasureDue: isoTime(person.erase_at),
        authenticatorSince: isoTime(person.totp_confirmed_at),
        lastSignIn: isoTime(person.signed_in_at),
      },
      session: sessions.map(({ opened_at, seen_at, acted_at, expires_at, device }) => ({
        opened: isoTime(opened_at),
        lastUsed: isoTime(seen_at),
        lastAdministration: isoTime(acted_at),
        ends: isoTime(expires_at),
        device,
      })),
      known_device: devices.map(({ made_at, seen_at }) => ({
        known: isoTime(made_at),
        lastUsed: isoTime(seen_at),
      })),
      consent: consents.map(({ text, version, sha256, given_at, ip }) => ({
        text,
        version,
        sha256: sha256.toString('hex'),
        given: isoTime(given_at),
        ip,
      })),
      mail: mails.map(({ subject, text, writtenAtMs }) => ({
        subject,
        text,
        written: isoTime(writtenAtMs),
      })),
    };
  },

  async erase(db, personId, keys) {
    const person = await findPerson(db, personId);
    if (person) await eraseMailsTo(db, keys, person.mail);
    await deletePerson(db, personId);
  },
};

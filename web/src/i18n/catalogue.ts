import type { account } from './tr/account.ts';
import type { admin } from './tr/admin.ts';
import type { adminLearning } from './tr/admin-learning.ts';
import type { adminMarket } from './tr/admin-market.ts';
import type { adminMessages } from './tr/admin-messages.ts';
import type { adminMoney } from './tr/admin-money.ts';
import type { adminPeople } from './tr/admin-people.ts';
import type { auth } from './tr/auth.ts';
import type { calibration } from './tr/calibration.ts';
import type { chance } from './tr/chance.ts';
import type { chart } from './tr/chart.ts';
import type { dashboard } from './tr/dashboard.ts';
import type { education } from './tr/education.ts';
import type { favorites } from './tr/favorites.ts';
import type { form } from './tr/form.ts';
import type { glossary } from './tr/glossary.ts';
import type { catalogue } from './tr/index.ts';
import type { mails } from './tr/mails.ts';
import type { messages } from './tr/messages.ts';
import type { payment } from './tr/payment.ts';
import type { portfolio } from './tr/portfolio.ts';
import type { predictor } from './tr/predictor.ts';
import type { record } from './tr/record.ts';
import type { reference } from './tr/reference.ts';
import type { symbol } from './tr/symbol.ts';
import type { tour } from './tr/tour.ts';
import type { why } from './tr/why.ts';

/** The Turkish catalogue with every text as a plain string: the keys that each language must have. */
type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

/** A language's texts by namespace, one for each feature. */
export type Catalogue = Texts<typeof catalogue>;

/** Texts that are loaded with the pages that show them, by area; the first page loads none of them. */
export interface LaterCatalogue {
  readonly account: Texts<typeof account>;
  readonly admin: Texts<typeof admin>;
  readonly adminLearning: Texts<typeof adminLearning>;
  readonly adminMarket: Texts<typeof adminMarket>;
  readonly adminMessages: Texts<typeof adminMessages>;
  readonly adminMoney: Texts<typeof adminMoney>;
  readonly adminPeople: Texts<typeof adminPeople>;
  readonly auth: Texts<typeof auth>;
  readonly dashboard: Texts<typeof dashboard>;
  readonly education: Texts<typeof education>;
  readonly calibration: Texts<typeof calibration>;
  readonly chance: Texts<typeof chance>;
  readonly chart: Texts<typeof chart>;
  readonly favorites: Texts<typeof favorites>;
  readonly form: Texts<typeof form>;
  readonly glossary: Texts<typeof glossary>;
  readonly mails: Texts<typeof mails>;
  readonly messages: Texts<typeof messages>;
  readonly payment: Texts<typeof payment>;
  readonly portfolio: Texts<typeof portfolio>;
  readonly predictor: Texts<typeof predictor>;
  readonly record: Texts<typeof record>;
  readonly reference: Texts<typeof reference>;
  readonly symbol: Texts<typeof symbol>;
  readonly tour: Texts<typeof tour>;
  readonly why: Texts<typeof why>;
}

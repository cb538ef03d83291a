import type { Language, Reply, ROUTES } from '@rasat/contract';
import type { Db } from '../../platform/db/pool.ts';
import { insertLessons, insertTasks } from './course-store.ts';
import type { TitleColumns } from './tables.ts';

/** Text in each language. */
export type Texts = Readonly<Record<Language, string>>;

/** Returns the titles of a stored row. */
export function titlesOf({ title_tr, title_az, title_en }: TitleColumns): Texts {
  return { tr: title_tr, az: title_az, en: title_en };
}

/** Returns the columns of titles. */
export function titleColumns(title: Texts): TitleColumns {
  return { title_tr: title.tr, title_az: title.az, title_en: title.en };
}

/** Wire form of a task. */
export type Task = Reply<typeof ROUTES.homeworkTasks>[number];

/** Minutes of a lesson; eight lessons make sixteen hours. */
const LESSON_MINUTES = 120;

const LESSONS: readonly Texts[] = [
  {
    tr: 'Fiyat ve zamanın ölçeği',
    az: 'Qiymətin və zamanın miqyası',
    en: 'The scale of price and time',
  },
  {
    tr: 'Dönüş noktaları ve kutunun çizilmesi',
    az: 'Dönüş nöqtələri və qutunun çəkilməsi',
    en: 'Turning points and drawing the box',
  },
  {
    tr: 'Kutuda zaman: çeyrekler ve yarılar',
    az: 'Qutuda zaman: rüblər və yarılar',
    en: 'Time in the box: quarters and halves',
  },
  {
    tr: 'Kutuda fiyat: orta, çeyrek ve işlem çizgileri',
    az: 'Qutuda qiymət: orta, rüb və əməliyyat xətləri',
    en: 'Price in the box: middle, quarter and trade lines',
  },
  {
    tr: 'Haftanın seviyeleri ve kâr hedefleri',
    az: 'Həftənin səviyyələri və mənfəət hədəfləri',
    en: 'Levels of the week and profit targets',
  },
  {
    tr: 'Gann fiyatları ve Crystal kümeleri',
    az: 'Gann qiymətləri və Crystal klasterləri',
    en: 'Gann prices and Crystal clusters',
  },
  {
    tr: 'Döngü göstergesi ve seer yönü',
    az: 'Tsikl göstəricisi və seer istiqaməti',
    en: 'The cycle gauge and the direction of the seer',
  },
  {
    tr: 'İşlem koşulu, risk ve işlem planı',
    az: 'Əməliyyat şərti, risk və əməliyyat planı',
    en: 'Trade condition, risk and a trading plan',
  },
];

const TASKS: readonly { readonly title: Texts; readonly text: Texts }[] = [
  {
    title: { tr: 'Ölçek', az: 'Miqyas', en: 'Scale' },
    text: {
      tr: 'Bir sembolün günlük grafiğini açın. Son bir yılın en yüksek ve en düşük fiyatını işaretleyin, aradaki farkı ve gün sayısını yazın.',
      az: 'Bir simvolun gündəlik qrafikini açın. Son bir ilin ən yüksək və ən aşağı qiymətini işarələyin, aradakı fərqi və günlərin sayını yazın.',
      en: 'Open the daily chart of a symbol. Mark the highest and the lowest price of the last year, and write down the difference and the number of days between them.',
    },
  },
  {
    title: { tr: 'Kutunun köşeleri', az: 'Qutunun küncləri', en: 'The corners of the box' },
    text: {
      tr: 'Seçtiğiniz sembolde bir tepe ile bir dip bulun ve kutuyu bunların arasına çizin. Bu iki noktayı neden seçtiğinizi yazın.',
      az: 'Seçdiyiniz simvolda bir zirvə və bir dib tapın və qutunu onların arasında çəkin. Niyə məhz bu iki nöqtəni seçdiyinizi yazın.',
      en: 'Find a top and a bottom of a symbol of your choice and draw the box between them. Write why you chose these two points.',
    },
  },
  {
    title: { tr: 'Zaman çizgileri', az: 'Zaman xətləri', en: 'Time lines' },
    text: {
      tr: 'Kutunuza zamanın çeyrek ve yarı çizgilerini ekleyin. Hangisinin yakınında dönüş olduğunu, hangisinin boş geçtiğini yazın.',
      az: 'Qutunuza zamanın rüb və yarı xətlərini əlavə edin. Hansının yaxınlığında dönüş olduğunu, hansının boş keçdiyini yazın.',
      en: 'Add the quarter and half lines of time to your box. Write near which of them the price turned and which of them passed without anything.',
    },
  },
  {
    title: { tr: 'İşlem çizgileri', az: 'Əməliyyat xətləri', en: 'Trade lines' },
    text: {
      tr: 'Bir Hayyam kutusunda orta çizgiyi, çeyrek çizgileri ve iki işlem çizgisini gösterin. Koşulun hangi kapanışla açıldığını, zarar durdur ile iki hedefi yazın.',
      az: 'Bir Hayyam qutusunda orta xətti, rüb xətlərini və iki əməliyyat xəttini göstərin. Şərtin hansı bağlanışla açıldığını, zərər dayandırma ilə iki hədəfi yazın.',
      en: 'Show the middle line, the quarter lines and the two trade lines of a Hayyam box. Write which close opened the condition, and give the stop loss and both targets.',
    },
  },
  {
    title: { tr: 'Haftanın seviyeleri', az: 'Həftənin səviyyələri', en: 'Levels of the week' },
    text: {
      tr: 'Haftalık seviyeleri bir sembolün saatlik grafiğinde izleyin. Hafta bitince ulaşılan hedefleri işaretleyin ve sonucu kısaca değerlendirin.',
      az: 'Həftəlik səviyyələri bir simvolun saatlıq qrafikində izləyin. Həftə bitəndə çatılan hədəfləri işarələyin və nəticəni qısaca qiymətləndirin.',
      en: 'Follow the weekly levels on the hourly chart of a symbol. When the week is over, mark the targets that were reached and judge the result in a few words.',
    },
  },
  {
    title: {
      tr: 'Üst üste düşen fiyatlar',
      az: 'Üst-üstə düşən qiymətlər',
      en: 'Prices that meet',
    },
    text: {
      tr: 'Gann fiyatlarını ve Crystal kümesini aynı grafikte gösterin. Birbirine en yakın iki fiyatı bulun, aralarındaki uzaklığı yazın.',
      az: 'Gann qiymətlərini və Crystal klasterini eyni qrafikdə göstərin. Bir-birinə ən yaxın iki qiyməti tapın, aralarındakı məsafəni yazın.',
      en: 'Show the Gann prices and the Crystal cluster on one chart. Find the two prices that are closest to each other and write how far apart they are.',
    },
  },
  {
    title: { tr: 'Yön ve plan', az: 'İstiqamət və plan', en: 'Direction and plan' },
    text: {
      tr: 'Bir sembolde döngüyü ve seer yönünü okuyun. İşlem koşuluyla uyuşup uyuşmadığını söyleyin; giriş, zarar durdur ve hedeflerle kısa bir işlem planı yazın.',
      az: 'Bir simvolda tsikli və seer istiqamətini oxuyun. Əməliyyat şərti ilə uyğun gəlib-gəlmədiyini deyin; giriş, zərər dayandırma və hədəflərlə qısa bir əməliyyat planı yazın.',
      en: 'Read the cycle and the direction of the seer for a symbol. Say whether they agree with the trade condition, and write a short trading plan with entry, stop loss and targets.',
    },
  },
];

/** Stores the titles of the lessons and the homework tasks that do not exist yet; edited titles stay. */
export async function seedEducation(db: Db): Promise<void> {
  const lessons = LESSONS.map((title, at) => ({
    number: at + 1,
    ...titleColumns(title),
    minutes: LESSON_MINUTES,
    link: null,
    file_id: null,
  }));
  await insertLessons(db, lessons);
  const tasks = TASKS.map(({ title, text }, at) => ({
    number: at + 1,
    ...titleColumns(title),
    ...textColumns(text),
  }));
  await insertTasks(db, tasks);
}

/** Returns the columns of a task's text. */
export function textColumns(text: Texts) {
  return { text_tr: text.tr, text_az: text.az, text_en: text.en };
}

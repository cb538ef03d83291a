/** Texts outside the catalogues, because they are shown when a catalogue could not be loaded. */
const TEXTS: Readonly<Record<string, readonly [sentence: string, act: string]>> = {
  tr: ['Sayfa yüklenemedi. Bağlantınızı denetleyin.', 'Sayfayı yenile'],
  az: ['Səhifə yüklənmədi. Əlaqənizi yoxlayın.', 'Səhifəni yenilə'],
  en: ['The page could not be loaded. Check your connection.', 'Reload the page'],
};

/** Shows, below the empty frame, that the app could not start, and a button that loads it again. */
export function showStartFailure(): void {
  const [sentence, act] = TEXTS[document.documentElement.lang] ?? TEXTS.tr ?? ['', ''];
  const note = document.createElement('div');
  note.setAttribute('role', 'alert');
  note.className = 'flex flex-col items-start gap-3 p-6';
  const text = document.createElement('p');
  text.textContent = sentence;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'min-h-11 rounded-2 border border-line-ctl px-4';
  button.textContent = act;
  button.onclick = () => location.reload();
  note.append(text, button);
  document.body.append(note);
}

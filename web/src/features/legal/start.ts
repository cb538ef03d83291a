import { read } from '../../api/client/read.ts';
import { all, fill } from '../../ui/document/elements.ts';
import { startFrame } from '../../ui/document/start-frame.ts';
import { startGlossary } from './glossary/start-glossary.ts';

// Program of the info pages: no framework, and no part of the app.

/** Distance below the top of the window at which a part counts as the current one, in pixels. */
const READING_LINE_PX = 140;

startFrame();
markContents();
startGlossary();
noteAddresses();
void fillSeller();
void fillContact();

/** Marks the current part in the contents. */
function markContents(): void {
  const links = all('[data-part]');
  const parts = links.map((link) => document.getElementById(`part-${link.dataset.part}`));
  const mark = (): void => {
    const passed = parts.filter(
      (part) => part && part.getBoundingClientRect().top < READING_LINE_PX,
    );
    const current = Math.max(0, passed.length - 1);
    for (const [at, link] of links.entries()) link.ariaCurrent = at === current ? 'true' : null;
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
}

/** Sets the full address of each link for the print layout. */
function noteAddresses(): void {
  for (const link of all<HTMLAnchorElement>('article a[href]')) link.dataset.address = link.href;
}

/** Fills in the seller of the settings; without one a sentence says so. */
async function fillSeller(): Promise<void> {
  const boxes = all('[data-seller]');
  if (boxes.length === 0) return;
  const seller = await read('/seller');
  if (seller === undefined) return;
  if (seller === null) {
    for (const note of all('[data-no-seller]')) note.hidden = false;
    return;
  }
  fill('seller title', seller.title);
  fill('seller tax', `${seller.taxOffice}, ${seller.taxNumber}`);
  fill('seller address', seller.address);
  for (const note of all('[data-demonstration]')) note.hidden = !seller.demonstration;
  for (const box of boxes) box.hidden = false;
}

/** Fills in the operator's contact, if the settings have one. */
async function fillContact(): Promise<void> {
  const links = all<HTMLAnchorElement>('[data-contact]');
  if (links.length === 0) return;
  const site = await read('/site');
  if (!site || !/^https?:\/\//.test(site.contact)) return;
  for (const link of links) {
    link.href = site.contact;
    link.dataset.address = site.contact;
  }
  for (const part of all('[data-with-contact]')) part.hidden = false;
}

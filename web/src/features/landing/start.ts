import { fillContents } from './fill-contents.ts';
import { fillProof } from './fill-proof.ts';
import { fillSnapshot } from './fill-snapshot.ts';
import { startLanguages } from './start-languages.ts';

// What the landing page does once it is there. It is no part of the app: no framework, no texts but its own.

startLanguages();
// Only says that somebody has signed in here; whether the session still holds, the pages behind the links find out.
if (/(?:^|; )id=[^;]/.test(document.cookie)) document.documentElement.dataset.logged = '';
void fillSnapshot();
void fillContents();
void fillProof();

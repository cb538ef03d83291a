import { startFrame } from '../../ui/document/start-frame.ts';
import { fillContents } from './fill-contents.ts';
import { fillProof } from './fill-proof.ts';
import { fillSnapshot } from './fill-snapshot.ts';

// Program of the landing page: no framework, no part of the app, and no texts but its own.

startFrame();
void fillSnapshot();
void fillContents();
void fillProof();

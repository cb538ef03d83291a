import { startFrame } from '../../ui/document/start-frame.ts';
import { fillContents } from './fill-contents.ts';
import { fillProof } from './fill-proof.ts';
import { fillSnapshot } from './fill-snapshot.ts';

// What the landing page does once it is there. It is no part of the app: no framework, no texts but its own.

startFrame();
void fillSnapshot();
void fillContents();
void fillProof();

import './landing.css';
import { useEffect } from 'react';
import { Algorithm } from './algorithm.tsx';
import { Automation } from './automation.tsx';
import { Charting } from './charting.tsx';
import { Course } from './course.tsx';
import { LandingFooter, LandingHeader } from './frame.tsx';
import { Hero } from './hero.tsx';
import { Mobile } from './mobile.tsx';
import { Words } from './page-words.tsx';
import { Pay } from './pay.tsx';
import { Premium } from './premium.tsx';
import { Proof, RecordSection } from './proof.tsx';
// oxlint-disable-next-line import/default -- the build replaces this import by the address of the bundled program
import program from './start.ts?worker&url';
import { Videos } from './videos.tsx';

/** The landing page is a separate document: it is prerendered and started by a small program without the framework. */
export const handle = { program };

/** Renders the landing page. A visitor who comes from another page of the app loads its document. */
export default function LandingRoute() {
  useEffect(() => location.reload(), []);
  return (
    <div className="landing">
      <LandingHeader />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Proof />
        <Pay />
        <Algorithm />
        <Automation />
        <RecordSection />
        <Charting />
        <Course />
        <Mobile />
        <Premium />
        <Videos />
      </main>
      <Words />
      <LandingFooter />
    </div>
  );
}

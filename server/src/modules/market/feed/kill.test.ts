import { test } from 'node:test';
import { surviveFeedKills } from '../testing/feed-kills.ts';

test('F10 a feed that is killed in the middle of its bars has those of one that ran through', (t) =>
  surviveFeedKills(t, 8));

test('a feed that is killed while it stores older history has every bar of its venue once', (t) =>
  surviveFeedKills(t, 6, 1200));

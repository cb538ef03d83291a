export { rememberingEngine as start } from './cheats.ts';

export { readTelegramBacklog } from './message-store.ts';
export { telegramData, telegramRetention } from './personal-data.ts';
export { registerTelegramRoutes } from './routes.ts';
export { sendTelegram, sendToChat } from './send.ts';
export { startTelegram } from './worker.ts';

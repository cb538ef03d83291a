export { messagesData } from './personal-data.ts';
export { registerMessageRoutes } from './routes.ts';
export {
  cancelMessage,
  filterAudience,
  listMessages,
  type NewMessage,
  sendMessage,
} from './service.ts';
export { listAppearedBetween, type Message } from './store.ts';

-- A chat is told one thing after the other: whether something earlier still waits is asked for every message.
create index telegram_message_of_chat on telegram_message (chat_id, id) where next_try_at is not null;

-- Written by hand: SQLite gives out its numbers without an inbox, and needs no such script.
CREATE SEQUENCE "webhook_inbox_positions" AS BIGINT;

-- What waits already goes first.
SELECT setval('webhook_inbox_positions', COALESCE((SELECT MAX("position") FROM "webhook_inbox"), 0) + 1);

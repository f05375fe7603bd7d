-- Written by hand: SQLite gives out its numbers without an inbox, and the table is empty. The order of the columns is
-- that of PostgreSQL, as a copy compares rows.
DROP TABLE "webhook_inbox";

CREATE TABLE "webhook_inbox" (
    "position" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,

    PRIMARY KEY ("account_id", "position", "event_id", "webhook_id")
);

-- CreateTable
CREATE TABLE "changes" (
    "account_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("account_id","number")
);

-- CreateTable
CREATE TABLE "change_inbox" (
    "position" BIGINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT,

    CONSTRAINT "change_inbox_pkey" PRIMARY KEY ("position")
);

-- Written by hand: SQLite gives out its numbers without an inbox.
CREATE SEQUENCE "change_inbox_positions" AS BIGINT;

-- What has happened so far: ids are in order of time.
INSERT INTO "changes" ("account_id", "number", "entry_id")
SELECT "account_id", row_number() OVER (PARTITION BY "account_id" ORDER BY "id"), "id" FROM "history";

-- CreateTable
CREATE TABLE "changes" (
    "account_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT,

    PRIMARY KEY ("account_id", "number")
);

-- CreateTable
CREATE TABLE "change_inbox" (
    "position" BIGINT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT
);

-- What has happened so far: ids are in order of time.
INSERT INTO "changes" ("account_id", "number", "entry_id")
SELECT "account_id", row_number() OVER (PARTITION BY "account_id" ORDER BY "id"), "id" FROM "history";

-- AlterTable
ALTER TABLE "field_groups" ADD COLUMN "removed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "field_removals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "field_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL
);

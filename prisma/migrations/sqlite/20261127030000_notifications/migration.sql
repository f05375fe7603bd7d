-- AlterTable
ALTER TABLE "users" ADD COLUMN "mail" TEXT NOT NULL DEFAULT 'each';
ALTER TABLE "users" ADD COLUMN "name" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "notifications" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" INTEGER NOT NULL,
    "item_type" TEXT,
    "item_id" TEXT,
    "comment_id" INTEGER,
    "approval_id" INTEGER,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "is_sent" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    "targets" TEXT NOT NULL,
    "text" TEXT
);

-- CreateTable
CREATE TABLE "notification_leftovers" (
    "item_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "notification_mails" (
    "user_id" INTEGER NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "due_at" DATETIME,
    "sent" TEXT NOT NULL DEFAULT '[]'
);

-- CreateIndex
CREATE INDEX "notifications_user_id_id_idx" ON "notifications"("user_id", "id");

-- CreateIndex
CREATE INDEX "notifications_created_at_idx" ON "notifications"("created_at");

-- CreateIndex
CREATE INDEX "notifications_item_id_idx" ON "notifications"("item_id") WHERE "item_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "notifications_comment_id_idx" ON "notifications"("comment_id") WHERE "comment_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "notifications_approval_id_idx" ON "notifications"("approval_id") WHERE "approval_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "notification_mails_due_at_idx" ON "notification_mails"("due_at") WHERE "due_at" IS NOT NULL;

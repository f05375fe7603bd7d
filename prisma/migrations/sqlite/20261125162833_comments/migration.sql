-- CreateTable
CREATE TABLE "comments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "guest_name" TEXT,
    "link_id" INTEGER,
    "text" TEXT NOT NULL,
    "internal" BOOLEAN NOT NULL,
    "reply_to" INTEGER,
    "time" REAL,
    "duration" REAL,
    "page" INTEGER,
    "area" TEXT,
    "done" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "comments_item_id_id_idx" ON "comments"("item_id", "id");

-- CreateIndex
CREATE INDEX "comments_reply_to_id_idx" ON "comments"("reply_to", "id") WHERE "reply_to" IS NOT NULL;

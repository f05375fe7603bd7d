-- CreateTable
CREATE TABLE "comment_leftovers" (
    "item_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL
);

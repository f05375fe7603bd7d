-- CreateTable
CREATE TABLE "comment_leftovers" (
    "item_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,

    CONSTRAINT "comment_leftovers_pkey" PRIMARY KEY ("item_id")
);

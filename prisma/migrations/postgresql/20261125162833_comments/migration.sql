-- CreateTable
CREATE TABLE "comments" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "guest_name" TEXT,
    "link_id" INTEGER,
    "text" TEXT NOT NULL,
    "internal" BOOLEAN NOT NULL,
    "reply_to" INTEGER,
    "time" DOUBLE PRECISION,
    "duration" DOUBLE PRECISION,
    "page" INTEGER,
    "area" TEXT,
    "done" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "comments_item_id_id_idx" ON "comments"("item_id", "id");

-- CreateIndex
CREATE INDEX "comments_reply_to_id_idx" ON "comments"("reply_to", "id") WHERE ("reply_to" IS NOT NULL);

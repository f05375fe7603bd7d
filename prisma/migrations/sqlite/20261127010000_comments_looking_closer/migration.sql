-- AlterTable
-- What may be long comes last: on SQLite the columns behind it are slow to read.
ALTER TABLE "comments" ADD COLUMN "media_id" TEXT;
ALTER TABLE "comments" ADD COLUMN "points" INTEGER;
ALTER TABLE "comments" ADD COLUMN "mentions" TEXT;
ALTER TABLE "comments" ADD COLUMN "drawing" TEXT;

-- CreateIndex
CREATE INDEX "comments_item_id_idx" ON "comments"("item_id") WHERE "points" IS NOT NULL;

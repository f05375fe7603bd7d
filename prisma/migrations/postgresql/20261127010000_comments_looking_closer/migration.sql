-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "media_id" TEXT,
ADD COLUMN     "points" INTEGER,
ADD COLUMN     "mentions" TEXT,
ADD COLUMN     "drawing" TEXT;

-- CreateIndex
CREATE INDEX "comments_item_id_idx" ON "comments"("item_id") WHERE ("points" IS NOT NULL);

-- AlterTable
ALTER TABLE "media_files" ALTER COLUMN "asset_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "uploads" ALTER COLUMN "asset_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "attachments" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "comment_id" INTEGER,
    "file_id" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "attachments_file_id_key" ON "attachments"("file_id");

-- CreateIndex
CREATE INDEX "attachments_item_id_id_idx" ON "attachments"("item_id", "id");

-- CreateIndex
CREATE INDEX "attachments_comment_id_id_idx" ON "attachments"("comment_id", "id") WHERE ("comment_id" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

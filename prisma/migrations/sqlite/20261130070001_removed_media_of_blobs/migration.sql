-- AlterTable
ALTER TABLE "media_blobs" ADD COLUMN "removed_at" DATETIME;

-- AlterTable
ALTER TABLE "media_removals" ADD COLUMN "asset_id" TEXT;
ALTER TABLE "media_removals" ADD COLUMN "user_id" INTEGER;

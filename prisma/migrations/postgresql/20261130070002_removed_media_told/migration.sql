-- AlterTable
ALTER TABLE "media_removals" ADD COLUMN     "asset_id" TEXT,
ADD COLUMN     "user_id" INTEGER;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "thumbnail_asset_id" TEXT;

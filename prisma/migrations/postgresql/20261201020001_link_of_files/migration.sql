-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "link_id" INTEGER;

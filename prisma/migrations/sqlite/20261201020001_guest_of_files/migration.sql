-- AlterTable
ALTER TABLE "media_files" ADD COLUMN "guest_id" INTEGER;

-- AlterTable
ALTER TABLE "drop_folders" ADD COLUMN "failed_told_at" DATETIME;

-- AlterTable
ALTER TABLE "links" ADD COLUMN "files_told_at" DATETIME;

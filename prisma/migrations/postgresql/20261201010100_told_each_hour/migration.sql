-- AlterTable
ALTER TABLE "drop_folders" ADD COLUMN     "failed_told_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "files_told_at" TIMESTAMPTZ(3);

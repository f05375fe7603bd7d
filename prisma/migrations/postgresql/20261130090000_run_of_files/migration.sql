-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "run_id" TEXT;

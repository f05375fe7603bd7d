-- AlterTable
ALTER TABLE "uploads" ADD COLUMN     "run_id" TEXT;

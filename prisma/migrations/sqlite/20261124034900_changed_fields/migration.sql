-- AlterTable
ALTER TABLE "history" ADD COLUMN "fields" TEXT;

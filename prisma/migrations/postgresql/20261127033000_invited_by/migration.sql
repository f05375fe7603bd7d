-- AlterTable
ALTER TABLE "tokens" ADD COLUMN     "made_by" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "assets" ADD COLUMN "removed_sha256" TEXT;
ALTER TABLE "assets" ADD COLUMN "removed_version" INTEGER;

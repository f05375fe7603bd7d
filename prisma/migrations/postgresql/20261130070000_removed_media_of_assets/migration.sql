-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "removed_sha256" TEXT,
ADD COLUMN     "removed_version" INTEGER;

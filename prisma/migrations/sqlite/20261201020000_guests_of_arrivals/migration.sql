-- AlterTable
ALTER TABLE "arrivals" ADD COLUMN "guest" TEXT;
ALTER TABLE "arrivals" ADD COLUMN "upload_key" TEXT;

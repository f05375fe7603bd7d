-- AlterTable
ALTER TABLE "arrivals" ADD COLUMN     "guest" TEXT,
ADD COLUMN     "upload_key" TEXT;

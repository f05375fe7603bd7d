-- AlterTable
ALTER TABLE "arrivals" ADD COLUMN "is_sidecar" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "arrivals" ADD COLUMN "stem_key" TEXT;

-- AlterTable
ALTER TABLE "media_blobs" ADD COLUMN "analysis_version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "media_blobs" ADD COLUMN "rendering_version" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "media_blobs_analysis_version_idx" ON "media_blobs"("analysis_version") WHERE "analysis" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_blobs_rendering_version_idx" ON "media_blobs"("rendering_version") WHERE "rendering" IS NOT NULL;

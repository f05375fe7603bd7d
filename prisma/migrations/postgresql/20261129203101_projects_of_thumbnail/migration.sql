-- CreateIndex
CREATE INDEX "projects_thumbnail_asset_id_idx" ON "projects"("thumbnail_asset_id") WHERE ("thumbnail_asset_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "arrivals_drop_folder_id_stem_key_id_idx" ON "arrivals"("drop_folder_id", "stem_key", "id") WHERE ("stem_key" IS NOT NULL);

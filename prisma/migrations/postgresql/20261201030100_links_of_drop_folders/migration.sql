-- CreateIndex
CREATE INDEX "links_drop_folder_id_id_idx" ON "links"("drop_folder_id", "id") WHERE ("drop_folder_id" IS NOT NULL);

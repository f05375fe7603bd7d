-- CreateIndex
CREATE INDEX "arrivals_drop_folder_id_upload_key_idx" ON "arrivals"("drop_folder_id", "upload_key") WHERE ("upload_key" IS NOT NULL);

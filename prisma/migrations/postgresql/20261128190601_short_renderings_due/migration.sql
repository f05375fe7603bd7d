-- CreateIndex
CREATE INDEX "media_renderings_short_due_at_id_idx" ON "media_renderings"("short", "due_at", "id") WHERE ("due_at" IS NOT NULL);

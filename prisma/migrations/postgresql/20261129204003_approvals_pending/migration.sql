-- CreateIndex
CREATE INDEX "approvals_user_id_id_idx" ON "approvals"("user_id", "id") WHERE ("status" = 'pending');

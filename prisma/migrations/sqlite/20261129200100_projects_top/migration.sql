-- CreateIndex
CREATE INDEX "projects_top" ON "projects"("account_id", "id") WHERE "project_id" IS NULL;

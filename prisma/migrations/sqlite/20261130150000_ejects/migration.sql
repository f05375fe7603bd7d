-- CreateTable
CREATE TABLE "ejects" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "drop_folder_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "rendition" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "folder" TEXT,
    "name" TEXT,
    "status" TEXT NOT NULL,
    "files" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "written" BIGINT NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME
);

-- CreateTable
CREATE TABLE "eject_files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "eject_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "asset_id" TEXT,
    "file_id" TEXT,
    "path" TEXT NOT NULL,
    "placed" TEXT,
    "size" BIGINT NOT NULL,
    "written" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "part" TEXT,
    "told_at" DATETIME,
    "failing_since" DATETIME,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT
);

-- CreateIndex
CREATE INDEX "ejects_account_id_id_idx" ON "ejects"("account_id", "id");

-- CreateIndex
CREATE INDEX "ejects_drop_folder_id_id_idx" ON "ejects"("drop_folder_id", "id") WHERE "finished_at" IS NULL;

-- CreateIndex
CREATE INDEX "ejects_user_id_id_idx" ON "ejects"("user_id", "id") WHERE "finished_at" IS NULL;

-- CreateIndex
CREATE INDEX "ejects_finished_at_id_idx" ON "ejects"("finished_at", "id") WHERE "finished_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "eject_files_owner_idx" ON "eject_files"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "eject_files_due_at_id_idx" ON "eject_files"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "eject_files_account_id_user_id_due_at_id_idx" ON "eject_files"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "eject_files_eject_id_position_key" ON "eject_files"("eject_id", "position");

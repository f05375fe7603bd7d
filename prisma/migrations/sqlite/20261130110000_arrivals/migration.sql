-- CreateTable
CREATE TABLE "arrivals" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "drop_folder_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "raw_path" TEXT,
    "path_key" TEXT,
    "size" BIGINT NOT NULL,
    "mtime" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "same_since" DATETIME NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "file_id" TEXT,
    "project_id" TEXT,
    "asset_id" TEXT,
    "earlier_asset_id" TEXT,
    "checksum" TEXT,
    "link_id" INTEGER,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME,
    "sweep_at" DATETIME
);

-- CreateTable
CREATE TABLE "drop_folder_places" (
    "account_id" INTEGER NOT NULL,
    "drop_folder_id" INTEGER NOT NULL,
    "path_key" TEXT NOT NULL,
    "place_id" TEXT NOT NULL,

    PRIMARY KEY ("drop_folder_id", "path_key")
);

-- CreateIndex
CREATE INDEX "arrivals_drop_folder_id_id_idx" ON "arrivals"("drop_folder_id", "id");

-- CreateIndex
CREATE INDEX "arrivals_drop_folder_id_status_id_idx" ON "arrivals"("drop_folder_id", "status", "id");

-- CreateIndex
CREATE INDEX "arrivals_asset_id_idx" ON "arrivals"("asset_id") WHERE "asset_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "arrivals_file_id_idx" ON "arrivals"("file_id") WHERE "file_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "arrivals_due_at_id_idx" ON "arrivals"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "arrivals_account_id_user_id_due_at_id_idx" ON "arrivals"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "arrivals_owner_idx" ON "arrivals"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "arrivals_sweep_at_id_idx" ON "arrivals"("sweep_at", "id") WHERE "sweep_at" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "arrivals_drop_folder_id_path_key_key" ON "arrivals"("drop_folder_id", "path_key");

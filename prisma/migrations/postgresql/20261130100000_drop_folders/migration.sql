-- CreateTable
CREATE TABLE "drop_folders" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "location" TEXT,
    "path" TEXT NOT NULL,
    "project_id" TEXT,
    "subfolders" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "tags" TEXT NOT NULL,
    "custom_fields" TEXT NOT NULL,
    "only_patterns" TEXT NOT NULL,
    "ignore_patterns" TEXT NOT NULL,
    "settle" INTEGER NOT NULL,
    "afterwards" TEXT NOT NULL,
    "changed" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "error" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "owner" TEXT,
    "lease_token" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "drop_folders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "drop_folders_account_id_id_idx" ON "drop_folders"("account_id", "id");

-- CreateIndex
CREATE INDEX "drop_folders_due_at_id_idx" ON "drop_folders"("due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "drop_folders_account_id_user_id_due_at_id_idx" ON "drop_folders"("account_id", "user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "drop_folders_owner_idx" ON "drop_folders"("owner") WHERE ("lease_token" IS NOT NULL);

-- CreateIndex
CREATE INDEX "drop_folders_removed_at_id_idx" ON "drop_folders"("removed_at", "id") WHERE ("removed_at" IS NOT NULL);

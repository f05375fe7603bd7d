-- CreateTable
CREATE TABLE "approvals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asked_by" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "request" TEXT,
    "text" TEXT,
    "created_at" DATETIME NOT NULL,
    "decided_at" DATETIME
);

-- CreateIndex
CREATE UNIQUE INDEX "approvals_asset_id_user_id_key" ON "approvals"("asset_id", "user_id");

-- CreateTable
CREATE TABLE "publications" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT,
    "run_id" TEXT,
    "user_id" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "publications_asset_id_id_idx" ON "publications"("asset_id", "id");

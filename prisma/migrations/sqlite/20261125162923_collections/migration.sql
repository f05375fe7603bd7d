-- CreateTable
CREATE TABLE "collections" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "deleted_at" DATETIME,
    CONSTRAINT "collections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "collection_assets" (
    "account_id" INTEGER NOT NULL,
    "collection_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "place" BIGINT NOT NULL,

    PRIMARY KEY ("collection_id", "asset_id"),
    CONSTRAINT "collection_assets_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "collection_assets_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "collections_account_id_id_idx" ON "collections"("account_id", "id");

-- CreateIndex
CREATE INDEX "collections_user_id_id_idx" ON "collections"("user_id", "id");

-- CreateIndex
CREATE INDEX "collections_deleted_at_id_idx" ON "collections"("deleted_at", "id") WHERE "deleted_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "collection_assets_collection_id_place_idx" ON "collection_assets"("collection_id", "place");

-- CreateIndex
CREATE INDEX "collection_assets_asset_id_collection_id_idx" ON "collection_assets"("asset_id", "collection_id");

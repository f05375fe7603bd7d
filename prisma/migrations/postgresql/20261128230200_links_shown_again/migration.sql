-- DropIndex
DROP INDEX "links_account_id_idx";

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "seed" TEXT;

-- CreateTable
CREATE TABLE "link_assets" (
    "account_id" INTEGER NOT NULL,
    "link_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "place" BIGINT NOT NULL,

    CONSTRAINT "link_assets_pkey" PRIMARY KEY ("link_id","asset_id")
);

-- CreateIndex
CREATE INDEX "link_assets_link_id_place_idx" ON "link_assets"("link_id", "place");

-- CreateIndex
CREATE INDEX "link_assets_asset_id_link_id_idx" ON "link_assets"("asset_id", "link_id");

-- CreateIndex
CREATE INDEX "links_account_id_id_idx" ON "links"("account_id", "id");

-- CreateIndex
CREATE INDEX "links_account_id_expires_at_idx" ON "links"("account_id", "expires_at");

-- AddForeignKey
ALTER TABLE "link_assets" ADD CONSTRAINT "link_assets_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_assets" ADD CONSTRAINT "link_assets_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

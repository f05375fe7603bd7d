-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "guest_name" TEXT;
ALTER TABLE "approvals" ADD COLUMN "guest_key" TEXT NOT NULL DEFAULT '';
ALTER TABLE "approvals" ADD COLUMN "link_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "approvals" ADD COLUMN "link_ended" BOOLEAN NOT NULL DEFAULT false;

-- DropIndex
DROP INDEX "approvals_asset_id_user_id_key";

-- CreateIndex
CREATE UNIQUE INDEX "approvals_asset_id_user_id_link_id_guest_key_key" ON "approvals"("asset_id", "user_id", "link_id", "guest_key");

-- CreateIndex
CREATE INDEX "approvals_link_id_link_ended_idx" ON "approvals"("link_id", "link_ended") WHERE "link_id" != 0;

-- AlterTable
ALTER TABLE "link_comments" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'comment';

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN "author" TEXT;
ALTER TABLE "notifications" ADD COLUMN "status" TEXT;

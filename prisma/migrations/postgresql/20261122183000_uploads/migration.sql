-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "content_type" TEXT,
    "sha256" TEXT,
    "status" TEXT NOT NULL,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "uploads_asset_id_idx" ON "uploads"("asset_id");

-- CreateIndex
CREATE INDEX "uploads_user_id_status_idx" ON "uploads"("user_id", "status");

-- CreateIndex
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

-- CreateIndex
CREATE INDEX "uploads_partial_idx" ON "uploads"("partial") WHERE ("partial" IS NOT NULL);

-- CreateIndex
CREATE INDEX "uploads_status_idx" ON "uploads"("status") WHERE ("partial" IS NOT NULL);

-- CreateIndex
CREATE INDEX "media_files_partial_idx" ON "media_files"("partial") WHERE ("partial" IS NOT NULL);

-- CreateTable
CREATE TABLE "media_bundles" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "files" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "media_bundles_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "media_bundles_expires_at_idx" ON "media_bundles"("expires_at");

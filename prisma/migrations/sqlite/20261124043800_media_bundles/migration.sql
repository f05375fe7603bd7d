-- CreateTable
CREATE TABLE "media_bundles" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "files" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "media_bundles_expires_at_idx" ON "media_bundles"("expires_at");
